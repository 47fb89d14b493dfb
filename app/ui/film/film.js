// The films' Play buttons. Without this script our own films have the browser's controls, and other hosts' are links.
for (const film of document.querySelectorAll("[data-film]")) {
  const play = film.querySelector("[data-play]");
  const video = film.querySelector("video");
  if (video) serve(video, play);
  else play.addEventListener("click", (press) => embed(press, { film, play }));
}

function serve(video, play) {
  const rest = (resting) => {
    video.controls = !resting;
    play.hidden = !resting;
  };
  rest(true);
  play.addEventListener("click", () => {
    rest(false);
    video.focus();
    video.play();
  });
  // Back to the still.
  video.addEventListener("ended", () => {
    rest(true);
    video.load();
    play.focus();
  });
}

// No request goes to the other host before this.
function embed(press, { film, play }) {
  if (press.metaKey || press.ctrlKey || press.shiftKey) return;
  press.preventDefault();
  const address = new URL(play.href);
  address.searchParams.set("autoplay", "1");
  const player = document.createElement("iframe");
  player.src = address.href;
  player.title = film.dataset.film;
  player.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  // YouTube plays only for a page that says where it is (error 153), whatever the page's own policy.
  player.referrerPolicy = "strict-origin-when-cross-origin";
  film.replaceChildren(player);
  player.focus();
}
