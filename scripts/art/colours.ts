/** The light theme's colours in the sRGB hex that pictures outside the page need. Source: app/ui/styles/theme.css. */
export const light = { paper: "#f4f1ea", wash: "#eae6dc", ink: "#15302a", soft: "#425a53", accent: "#b33e14" };

export const dark = { paper: "#0e1a17", wash: "#1d2d27", ink: "#eaece4", soft: "#b2beb4", accent: "#f58d55" };

export const film = { paper: "#164a3c", wash: "#1f5747", ink: "#f4f1ea", soft: "#cfd8cf", accent: "#f58d55" };

export function inked(svg: string, colours: typeof light): string {
  return svg.replace(/var\(--(ink|accent|wash),#[0-9a-f]{6}\)/g, (_, name: "ink" | "accent" | "wash") => colours[name]);
}
