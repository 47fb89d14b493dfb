/** The floating link to the practice's messages: plain, no third-party script. */
export function ChatPill({ url }: { url: string }) {
  return (
    <aside aria-label="Chat">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        className="chat-pill fixed right-4 bottom-5 z-10 inline-flex min-h-13 items-center rounded-pill bg-primary px-5 font-[650] text-on-primary no-underline shadow-lift hover:bg-primary-strong print:hidden"
      >
        Chat with us
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </aside>
  );
}
