/**
 * The framed page: it books on a press, and posts the five messages of Calendly's script to whoever frames it, only if a
 * domain was named.
 */
export const schedulingPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme</title>
<style>body { margin: 0; height: 1200px }</style></head><body><h1>60 minutes</h1><button>Schedule event</button><script>
const query = new URLSearchParams(location.search);
const post = (event, payload = {}) => query.has("embed_domain") && parent.postMessage({ event, payload }, "*");
post("calendly.profile_page_viewed");
post("calendly.event_type_viewed");
post("calendly.page_height", { height: "1200px" });
parent.postMessage(JSON.stringify({ event: "a string, as frames within it send" }), "*");
document.querySelector("button").addEventListener("click", async () => {
  post("calendly.date_and_time_selected");
  query.set("now", Date.now());
  const { event, invitee } = await (await fetch("/book-it?" + query)).json();
  post("calendly.event_scheduled", { event: { uri: event }, invitee: { uri: invitee } });
});
</script></body></html>`;
