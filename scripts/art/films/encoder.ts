import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync } from "node:fs";

/** An MP4 (H.264, no sound) that grows picture by picture: PNG in, ffmpeg does the rest. */
export function encoder(file: string, framesASecond: number) {
  const unfinished = `${file}.part`;
  const options = [...input(framesASecond), ...OUTPUT, "-f", "mp4", unfinished];
  const ffmpeg = spawn("ffmpeg", options, { stdio: ["pipe", "inherit", "inherit"] });
  return {
    async add(picture: Uint8Array): Promise<void> {
      if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, "drain");
    },
    async end(): Promise<void> {
      ffmpeg.stdin.end();
      const [code] = await once(ffmpeg, "exit");
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
      renameSync(unfinished, file);
    },
  };
}

function input(framesASecond: number): string[] {
  return [
    "-loglevel",
    "error",
    "-y",
    "-f",
    "image2pipe",
    "-framerate",
    String(framesASecond),
    "-c:v",
    "png",
    "-i",
    "-",
  ];
}

// What stands still is written once a second. Constant quality, and one key frame: each is as heavy as ten seconds of the rest.
const OUTPUT = [
  ...["-vf", "mpdecimate=max=20:hi=1:lo=1:frac=0.00001", "-fps_mode", "vfr"],
  ...["-c:v", "libx264", "-crf", "30", "-preset", "veryslow", "-tune", "animation", "-movflags", "+faststart"],
  ...["-g", "9999", "-pix_fmt", "yuv420p", "-an", "-map_metadata", "-1", "-fflags", "+bitexact"],
];
