/** The addresses that a domain's records hold. */
export type Records = { a: readonly string[]; aaaa: readonly string[] };

export type DnsRecord = { type: "A" | "AAAA"; name: string; value: string };

/** What is wrong with the domain's records, and what to write there instead. */
export type DnsProblem = { words: string; records: DnsRecord[] };

/** A domain as name servers know it (RFC 5890 for foreign letters); null for anything else: a scheme, a path, a number. */
export function readDomain(typed: string): string | null {
  const name = typed.trim().replace(/\.$/, "");
  if (name === "" || /[\s/:@?#\\%]/.test(name)) return null;
  const domain = URL.parse(`https://${name}`)?.hostname ?? "";
  const isName = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(domain);
  return isName ? domain : null;
}

/** `here`: this machine's public addresses, none where they are not known. Null: the domain leads here, as far as we know. */
export function dnsProblem(
  domain: string,
  { a, aaaa, here }: Records & { here: readonly string[] },
): DnsProblem | null {
  const [ours, ours6] = [here.filter((one) => !one.includes(":")), here.filter((one) => one.includes(":"))];
  const record = (type: DnsRecord["type"], value: string): DnsRecord => ({ type, name: domain, value });
  const toAdd = [
    ...(a.some((one) => ours.includes(one)) ? [] : ours.slice(0, 1).map((one) => record("A", one))),
    ...(aaaa.length > 0 && !aaaa.some((one) => ours6.includes(one)) && ours6[0] ? [record("AAAA", ours6[0])] : []),
  ];
  if (a.length === 0 && aaaa.length === 0) {
    const add = ours[0] ? "this record" : "an A record with this machine’s address";
    const words = `${domain} leads nowhere yet. Add ${add} where you bought the domain, under DNS${ours[0] ? ":" : "."}`;
    return { words, records: toAdd };
  }
  if (here.length === 0) return null;
  const strangers6 = aaaa.filter((one) => !ours6.includes(one));
  if (strangers6.length > 0) {
    const cure = ours6[0] ? "Change it to:" : "Delete it: this machine has no such address.";
    const words = `The AAAA record of ${domain} is wrong: it leads to ${strangers6.join(", ")}. ${cure}`;
    return { words, records: ours6[0] ? [record("AAAA", ours6[0])] : [] };
  }
  const strangers = a.filter((one) => !ours.includes(one));
  if (strangers.length === 0) return null;
  const words = `${domain} leads to ${strangers.join(", ")}, and this machine is ${ours.join(", ")}. Change the record to:`;
  return { words, records: toAdd };
}
