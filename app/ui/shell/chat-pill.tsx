/** A floating link to the practice's messages, without a third-party script. */
export function ChatPill({ url }: { url: string }) {
  return (
    <aside aria-label="Chat">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        className="chat-pill fixed right-4 bottom-5 z-10 inline-flex min-h-13 items-center gap-2 rounded-pill border-2 border-paper bg-primary px-4 md:px-5 font-[650] text-on-primary no-underline shadow-lift hover:bg-primary-strong print:hidden"
      >
        <ChatGlyph />
        <span className="chat-pill-words">Chat</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </aside>
  );
}

function ChatGlyph() {
  return (
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d="M3 4h14v10H9l-4 3v-3H3z" strokeLinejoin="round" />
    </svg>
  );
}
