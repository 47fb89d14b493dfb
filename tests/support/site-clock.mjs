// Preloaded into the site of a desk journey: its clock begins at SITE_BEGINS (epoch ms) and runs on from there. One that
// starts again, as for an update, is SITE_AHEAD ms ahead of the machine each time.
const RealDate = Date;
const { SITE_AHEAD, SITE_BEGINS } = process.env;
const ahead = SITE_AHEAD ? Number(SITE_AHEAD) : Number(SITE_BEGINS) - RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length > 0) super(...parts);
    else super(RealDate.now() + ahead);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
