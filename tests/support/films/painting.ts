import sharp from "sharp";

export function painting(width = 320, height = 180): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#b33e14" } })
    .jpeg()
    .toBuffer();
}
