/**
 * A colleague's booked time: with whom, for what and how long. Nothing of the client and no id, so that nothing can be
 * opened by it. Instants are epoch ms.
 */
export type TakenTime = {
  therapistId: string;
  therapistName: string;
  therapistShort: string;
  service: string;
  minutes: number;
  start: number;
  end: number;
};
