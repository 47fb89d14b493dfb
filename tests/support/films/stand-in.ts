import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { painting } from "#tests/support/films/painting.ts";

/** What a site does with a question. `hang`: never answers. `late`: answers when told to. */
export type FilmFault =
  | { status: number; text?: string; headers?: Record<string, string> }
  | { json: object }
  | "hang"
  | "cut"
  | "late"
  | "huge";

export type FilmSites = Awaited<ReturnType<typeof startFilmSites>>;

/** YouTube and Vimeo on loopback for one test, in the shapes that both have shown. */
export async function filmSites(): Promise<FilmSites> {
  const sites = await startFilmSites();
  onTestFinished(sites.close);
  return sites;
}

export async function startFilmSites() {
  const asked: string[] = [];
  let words: FilmFault[] = [];
  let pictures: FilmFault[] = [];
  let release = () => {};

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    asked.push(url.pathname);
    const isPicture = /\.jpg$/.test(url.pathname);
    const fault = (isPicture ? pictures : words).shift();
    if (fault === "hang") return;
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "huge") return void response.writeHead(200).end(Buffer.alloc(6 * 1024 * 1024, "x"));
    if (fault === "late") await new Promise<void>((resolve) => (release = resolve));
    if (typeof fault === "object" && "status" in fault) {
      return void response.writeHead(fault.status, fault.headers).end(fault.text ?? "");
    }
    if (isPicture) return void response.writeHead(200).end(await painting(480, 360));
    const changes = typeof fault === "object" ? fault.json : {};
    const described = url.pathname === "/oembed" ? youtube(url) : vimeo(url);
    if (!described) return void response.writeHead(404).end("Not Found");
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ ...described, ...changes }));
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  // As quoted by those who looked (bolt/core#3567): no length, and a picture of 4:3 with bars.
  function youtube(asking: URL) {
    const id = /[?&]v=([\w-]{11})$/.exec(asking.searchParams.get("url") ?? "")?.[1];
    return (
      id && {
        title: `A film of ${id}`,
        author_name: "Somebody",
        author_url: "https://www.youtube.com/@somebody",
        type: "video",
        height: 113,
        width: 200,
        version: "1.0",
        provider_name: "YouTube",
        provider_url: "https://www.youtube.com/",
        thumbnail_height: 360,
        thumbnail_width: 480,
        thumbnail_url: `${origin}/vi/${id}/hqdefault.jpg`,
        html: "<iframe src='https://www.youtube.com/embed/x'></iframe><script>alert(1)</script>",
      }
    );
  }

  function vimeo(asking: URL) {
    const id = /vimeo\.com\/(\d+)/.exec(asking.searchParams.get("url") ?? "")?.[1];
    return (
      id && {
        type: "video",
        version: "1.0",
        provider_name: "Vimeo",
        provider_url: "https://vimeo.com/",
        title: `Film ${id}`,
        author_name: "Somebody",
        is_plus: "0",
        account_type: "basic",
        html: "<iframe src='https://player.vimeo.com/video/1'></iframe>",
        width: 1280,
        height: 720,
        duration: 151,
        description: "",
        thumbnail_url: `${origin}/video/${id}-d_1280.jpg`,
        thumbnail_width: 1280,
        thumbnail_height: 720,
        upload_date: "2026-11-01 10:00:00",
        video_id: Number(id),
        uri: `/videos/${id}`,
      }
    );
  }

  return {
    origin,
    config: { youtubeUrl: origin, vimeoUrl: origin, outboundPrivate: [origin] },
    environment: { YOUTUBE_URL: origin, VIMEO_URL: origin, OUTBOUND_PRIVATE: origin },
    /** The paths that were asked for. */
    asked,
    /** The next questions for words, or for pictures, are answered so, one after the other; then it works. */
    nextWords: (...faults: FilmFault[]) => {
      words = faults;
    },
    nextPictures: (...faults: FilmFault[]) => {
      pictures = faults;
    },
    release: () => release(),
    close: () => void server.close().closeAllConnections(),
  };
}
