import { expect, test } from "vitest";
import { isPrivateAddress } from "#app/platform/outbound/private-address.server.ts";

test("an address of this machine or its network is told from a public one", () => {
  const own = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.0.9", "169.254.169.254", "100.64.0.1", "0.0.0.0"];
  const reserved = ["224.0.0.1", "255.255.255.255", "198.18.0.1"];
  const six = ["::1", "::", "fd00::1", "fe80::1", "fec0::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1"];
  for (const inside of [...own, ...reserved, ...six]) expect(isPrivateAddress(inside), inside).toBe(true);
  for (const outside of ["93.184.216.34", "172.32.0.1", "2606:2800:220:1::1", "::ffff:93.184.216.34"]) {
    expect(isPrivateAddress(outside), outside).toBe(false);
  }
});
