/** Which of the appointments that were booked together: a later change of one renumbers none of them. */
export type SeriesPlace = { id: string; position: number; total: number };

type Stored = { series_id: string | null; series_position: number | null; series_total: number | null };

export function seriesPlaceFrom(row: Stored): SeriesPlace | null {
  if (!row.series_id) return null;
  return { id: row.series_id, position: row.series_position ?? 1, total: row.series_total ?? 1 };
}

/** `3 of 6`; null for an appointment that was booked on its own. */
export function placeInWords(place: Omit<SeriesPlace, "id"> | null): string | null {
  return place && `${place.position} of ${place.total}`;
}
