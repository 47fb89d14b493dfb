/**
 * Money, in integer pence. Rows of the ledger are only added: what was wrong is countered by another row. Each stands
 * in the chain of its seller (`ledger_entries`); its client and what was written about people do not.
 */
export type LedgerTables = {
  sellers: {
    id: string;
    /** Whose own sales they are; null: the practice's. */
    therapist_id: string | null;
    legal_name: string;
    address: string;
    bank_details: string;
    vat_number: string;
    /** Hundredths of a percent; null: not registered. */
    vat_rate: number | null;
    receipt_prefix: string;
    /** What the practice's owners see of its takings: `everything`, `totals` or `nothing`. */
    owner_sees: string;
    version: number;
    updated_at: number;
  };
  /** What is asked of each therapist once payments are on. */
  therapist_sales: {
    therapist_id: string;
    /** Whose sale their treatments are: `practice` or `therapist`; null: nobody has said yet. */
    sale: string | null;
    /** What a health cash plan asks for. */
    qualification: string;
    register: string;
    register_number: string;
    /** Hundredths of a percent of what is paid for their appointments; null: none. */
    commission: number | null;
    /** JSON: other rates by service. */
    commissions: string;
    /** A month; of those who are sellers. */
    rent_pence: number | null;
    version: number;
    updated_at: number;
  };
  /** A client's treatments and payments of a period, as they were when it was made. */
  statements: {
    id: string;
    seller_id: string;
    client_id: string | null;
    /** JSON. */
    facts: string;
    at: number;
    actor: string;
  };
  /** What past appointments cost in the system before this one: outside the ledger. `id`: a hash of the row. */
  imported_prices: { id: string; client_id: string; day: string; text: string; pence: number };
  /** The months (`2026-11`) that the bookkeepers were told of. */
  accountant_months: { month: string; at: number };
  /** What is paid together: an appointment's, or money that is kept for a client. */
  bills: {
    id: string;
    seller_id: string;
    client_id: string | null;
    appointment_id: string | null;
    at: number;
    actor: string;
  };
  bill_items: {
    id: string;
    seller_id: string;
    bill_id: string;
    taking_id: string;
    item: "service" | "extra" | "discount" | "write-off" | "fee" | "opening" | "product" | "voucher" | "spent";
    text: string;
    pence: number;
    vat_rate: number | null;
    vat_pence: number;
    /** The item that it takes back. */
    counters: string | null;
    reason: string | null;
    day: string;
    at: number;
    actor: string;
  };
  payments: {
    id: string;
    seller_id: string;
    client_id: string | null;
    taking_id: string;
    method: string;
    /** Negative: given back. With the tip. */
    pence: number;
    tip_pence: number;
    tip_therapist_id: string | null;
    /** The payment that it takes back. */
    counters: string | null;
    reason: string | null;
    /** The local day in whose closing it counts. */
    day: string;
    at: number;
    actor: string;
  };
  /** What of a payment goes to a bill. */
  allocations: {
    id: string;
    seller_id: string;
    payment_id: string;
    bill_id: string;
    taking_id: string;
    pence: number;
    at: number;
    actor: string;
  };
  receipts: {
    id: string;
    seller_id: string;
    year: number;
    number: number;
    bill_id: string;
    /** JSON: all that it says but the client's name. */
    facts: string;
    name: string | null;
    at: number;
    actor: string;
  };
  day_closings: {
    id: string;
    seller_id: string;
    day: string;
    /** JSON: expected and counted pence of each method. */
    methods: string;
    float_pence: number;
    taken_pence: number;
    difference_pence: number;
    sentence: string | null;
    at: number;
    actor: string;
  };
  /** The list of what is sold beside treatments. Not of the ledger: a sale stands there at the price of its moment. */
  products: {
    id: string;
    seller_id: string;
    kind: "product" | "course";
    title: string;
    pence: number;
    /** Hundredths of a percent; null: as the seller's other sales. */
    vat_rate: number | null;
    /** Null: not counted. */
    stock: number | null;
    /** Of a course. */
    sessions: number | null;
    /** The service that a course is for; null: any. */
    service_id: string | null;
    /** How long a course pays; null: as the settings say. */
    months: number | null;
    on_sale: number;
    version: number;
    updated_at: number;
  };
  sold_products: {
    id: string;
    seller_id: string;
    item_id: string;
    product_id: string;
    taking_id: string;
    /** Negative: it came back. */
    quantity: number;
    at: number;
    actor: string;
  };
  /** A voucher or course as it was sold. */
  vouchers: {
    id: string;
    seller_id: string;
    client_id: string | null;
    item_id: string;
    taking_id: string;
    kind: "money" | "course";
    title: string;
    face_pence: number;
    sessions: number | null;
    service_id: string | null;
    /** `single`: its VAT was due when it was sold. Frozen, as is the rate. */
    vat_kind: "none" | "single" | "multi";
    vat_rate: number | null;
    expires_on: string;
    /** Why its VAT is another than the computed one. */
    note: string | null;
    day: string;
    at: number;
    actor: string;
  };
  /** What leaves a voucher: `pence` and `sessions` are negative where something comes back to it. */
  voucher_moves: {
    id: string;
    seller_id: string;
    voucher_id: string;
    bill_id: string | null;
    taking_id: string;
    move: "spent" | "returned" | "expired";
    pence: number;
    sessions: number;
    counters: string | null;
    reason: string | null;
    day: string;
    at: number;
    actor: string;
  };
  /** What opens a voucher, which may be lost and made anew. `ending`: its last letters, to tell vouchers apart. */
  voucher_codes: { voucher_id: string; code_hash: string; ending: string; made_at: number };
  /** Who else may use a course: clients with this address, in small letters. */
  voucher_shares: { voucher_id: string; email: string; at: number };
  /**
   * A voucher that is bought on the website. `released`: never paid. `link_id`: by which it is paid. `words`: what was read
   * before the button. What it says about people is blank since `forgotten_at`.
   */
  voucher_orders: {
    id: string;
    link_id: string;
    seller_id: string;
    /** Of the press that ordered it: sent twice it is one order. */
    key: string;
    state: "waiting" | "paid" | "released";
    pence: number;
    title: string;
    buyer_name: string;
    buyer_email: string;
    recipient_name: string;
    /** Null: its buyer prints it. */
    recipient_email: string | null;
    from_name: string;
    message: string;
    /** A local date; null: at once. */
    send_on: string | null;
    words: string;
    /** Which link and code it has: each new one ends those before it. */
    issue: number;
    gift_hash: string | null;
    voucher_id: string | null;
    paid_at: number | null;
    /** When its link was opened, and its code shown. */
    opened_at: number | null;
    reminded_at: number | null;
    forgotten_at: number | null;
    at: number;
    /** Of a course, as JSON: its sessions, service and months, as they were read. Null: it is a gift voucher. */
    course: string | null;
    /** Whose name a course will stand to. Null: found by the buyer's address once it is paid. */
    client_id: string | null;
  };
  /** One line for each row above. `digest`: of what it says about people, with `salt`, which an erasure takes. */
  ledger_entries: {
    seller_id: string;
    seq: number;
    place: string;
    row_id: string;
    salt: string | null;
    digest: string | null;
    /** A hash of this line and of the seal before it. */
    seal: string;
  };
  ledger_heads: { seller_id: string; seq: number; seal: string };
  /** What was sent once takes effect once. `body`: a hash of its content. */
  ledger_keys: { key: string; body: string; taking_id: string; at: number };
  /** The rules about late changes as they came into force: what clients could read. `percent` 0: no fee. */
  fee_rules: { id: string; at: number; words: string; notice: number; percent: number };
  /** What was decided about a late cancellation or a missed appointment. Its money stands in the ledger. */
  fees: {
    appointment_id: string;
    occasion: "late" | "missed";
    /** When it was cancelled, or should have begun. */
    occasion_at: number;
    /** `released`: the time was sold again before it was paid. `owed-back`: paid, and to be given back by a press. */
    state: "charged" | "waived" | "released" | "owed-back" | "returned";
    pence: number;
    /** The rule that the client could read, and when. */
    words: string | null;
    read_at: number | null;
    reason: string | null;
    at: number;
    actor: string;
  };
  /** What somebody asks an owner to give back or write off. */
  money_requests: {
    id: string;
    client_id: string | null;
    appointment_id: string | null;
    command: "give back" | "take back" | "credit back" | "write off" | "voucher";
    /** JSON: ids of what it is about. */
    facts: string;
    pence: number;
    reason: string | null;
    state: "open" | "done" | "declined";
    at: number;
    actor: string;
    decided_at: number | null;
    decided_by: string | null;
  };
  /** A seller's account at a provider. `key` and `signing_key` are sealed; `signing_key` empty: no notices come. */
  tills: {
    seller_id: string;
    provider: "stripe" | "sumup";
    /** The account's code, where the provider asks for one beside the key. */
    merchant: string | null;
    mode: "live" | "test" | "pretend";
    key: string;
    signing_key: string;
    is_on: number;
    updated_at: number;
    /** Since when the provider does not do what is asked; null: it does. */
    failing_since: number | null;
    /** Since when nobody is asked to pay there. */
    stopped_at: number | null;
    /** When the provider is tried next; null: at once. */
    try_at: number | null;
    /** When its payouts are read next; null: at once. */
    payouts_at: number | null;
    /** Why they could not be read last time. */
    payouts_words: string | null;
    /** Why its disputes could not be read last time. */
    disputes_words: string | null;
    /** The card reader that stands at the practice, and its name there. */
    reader_id: string | null;
    reader_name: string | null;
  };
  /** What a provider sent to a seller's bank, as it says itself. `day`: when it arrives there. */
  payouts: {
    id: string;
    seller_id: string;
    provider: string;
    /** Its number there. */
    ref: string;
    day: string;
    pence: number;
    has_failed: number;
    /** 0: the provider does not say what it pays. */
    has_lines: number;
    at: number;
  };
  /** `pence` before the fee, below zero where it left the account. `ref`: of the payment that it is about. */
  payout_lines: {
    payout_id: string;
    id: string;
    line: "payment" | "refund" | "dispute" | "other";
    ref: string | null;
    pence: number;
    fee_pence: number;
  };
  /** A payment of a page that its client's bank takes back, as the provider says it. */
  disputes: {
    id: string;
    seller_id: string;
    provider: "stripe" | "sumup";
    /** Its number there. */
    ref: string;
    page_id: string;
    pence: number;
    /** The provider's word. */
    reason: string;
    state: "question" | "open" | "answered" | "won" | "lost" | "closed" | "taken";
    /** Until when it can be answered. */
    due_at: number | null;
    /** JSON: what left the account at the provider and came back, oldest first. */
    moves: string;
    /** What of the payment is gone now. */
    taken_pence: number;
    began_at: number;
    ended_at: number | null;
    /** What an owner said of the bill once the money was gone. */
    decision: "owed" | "let-go" | null;
    decided_at: number | null;
    decided_by: string | null;
    at: number;
  };
  /** An address at which a client pays what they owe one seller for these appointments (JSON: ids). */
  pay_links: {
    id: string;
    secret_hash: string;
    seller_id: string;
    client_id: string | null;
    appointments: string;
    /** No more than this; null: all that is owed. */
    pence: number | null;
    withdrawn_at: number | null;
    mailed_at: number | null;
    at: number;
    actor: string;
  };
  /**
   * What a booking pays before it stands. `words`: what was read before the button; `request`: how its client asked for
   * the treatment within 14 days. `returned`: it was paid when the time was gone; `settled`: cancelled, and decided.
   */
  prepayments: {
    appointment_id: string;
    link_id: string;
    /** `card`: it waits for a card that is kept, and `pence` is the most that may be charged. `course`: a session paid. */
    kind: "payment" | "card" | "course";
    pence: number;
    /** `due`: a part of it goes back once someone presses. `kept`: the card is. */
    state: "waiting" | "paid" | "kept" | "released" | "returned" | "due" | "settled" | "waived";
    words: string;
    request: string | null;
    /** So many minutes before the start all of it goes back, as its client read it; null: as many as the practice's. */
    notice: number | null;
    at: number;
  };
  /** What the practice booked under a rule without its payment. `reason`: null once its client is erased. */
  waived_prepayments: {
    appointment_id: string;
    pence: number;
    reason: string | null;
    at: number;
    actor: string;
  };
  /** What a client did until then does not make them pay when they book. */
  prepay_lifts: { client_id: string; at: number; actor: string };
  /** A page at the provider, made by one press. `session`: its id there; null while it is being made. */
  pay_pages: {
    id: string;
    link_id: string;
    seller_id: string;
    provider: string;
    mode: "live" | "test" | "pretend";
    /** `card`: a card is left there. `charge`: no page, but a charge of a card that is kept. */
    purpose: "payment" | "card" | "charge";
    pence: number;
    /** `differs`: what came is not what was to be paid: a person decides, and `returned` follows. `tested`: with a test key, so no money came. */
    state: "open" | "paid" | "kept" | "expired" | "differs" | "returned" | "tested";
    session: string | null;
    url: string | null;
    /** The payment's id there. */
    provider_ref: string | null;
    /** What came, in the smallest unit of its currency. */
    paid_amount: number | null;
    paid_currency: string | null;
    /** Of the ledger. */
    payment_id: string | null;
    receipt_due: number;
    at: number;
    until: number;
    /** When the provider is asked next; null: its state is final. */
    check_at: number | null;
    /** It is no page: the client pays on this card reader. */
    reader_id: string | null;
  };
  /** What goes back to the card of a page. `id`: of the payment in the ledger that it counters. */
  online_refunds: {
    id: string;
    page_id: string;
    amount: number;
    state: "due" | "done" | "refused";
    provider_ref: string | null;
    /** Why the provider refused it, for the practice. */
    words: string | null;
    at: number;
    done_at: number | null;
    next_at: number | null;
    tries: number;
  };
  /** A card that a provider keeps for a seller. `id`: of the page on which it was left; `holder`, `ref`: its ids there. */
  kept_cards: {
    id: string;
    seller_id: string;
    client_id: string | null;
    provider: "stripe" | "sumup";
    holder: string;
    ref: string;
    brand: string;
    last4: string;
    /** `2030-09`. */
    expires: string;
    at: number;
    /** Since when nothing may be charged to it. */
    removed_at: number | null;
    removed_by: string | null;
    /** When the provider is next to forget it; null: it need not, or has. */
    next_at: number | null;
    tries: number;
  };
  /** What a client agreed to with a kept card when they booked. `wording`: the number of our fixed words in `words`. */
  card_agreements: {
    appointment_id: string;
    card_id: string;
    cap_pence: number;
    wording: number;
    words: string;
    at: number;
  };
  /** A press that charges a kept card. `words`: why its bank declined. */
  card_charges: {
    page_id: string;
    appointment_id: string;
    card_id: string;
    key: string;
    state: "sending" | "paid" | "needs-client" | "declined" | "failed";
    reason: string | null;
    words: string | null;
    at: number;
    actor: string;
  };
  /** The last nightly check of the ledger, in one row. `fault` null: it agreed. */
  ledger_checks: { id: number; at: number; entries: number; fault: string | null };
};
