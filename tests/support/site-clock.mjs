// Preloaded into the site of a desk journey: its clock begins at SITE_BEGINS (epoch ms) and runs on from there.
const RealDate = Date;
const ahead = Number(process.env.SITE_BEGINS) - RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length > 0) super(...parts);
    else super(RealDate.now() + ahead);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
