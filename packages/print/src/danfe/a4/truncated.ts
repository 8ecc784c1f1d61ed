import { isTruncated, shareWidth } from "../../page/box.ts";
import { joinWith, writeLabelled } from "../formats.ts";
import { findTruncated } from "./cells.ts";
import type { Frame } from "./frames.ts";
import type { Cobranca } from "./value-frames.ts";

/** The full text of fields that their boxes truncate even in the smallest font, one paragraph each.
 * @param width of a block   @param height of one of its rows, in millimetres */
export function truncatedOf(frames: readonly (Frame | Cobranca)[], width: number, height: number): string[] {
  return frames.flatMap((frame) => {
    const fields = frame.rows.flatMap((row) => {
      const widths = shareWidth(width, row);
      return row.filter((field, at) => isTruncated(field, { width: widths[at] ?? 0, height }));
    });
    const cells = "cells" in frame ? findTruncated(frame.cells, width) : [];
    return [
      ...fields.map(({ title, text }) => writeLabelled(joinWith(" - ", [frame.title, title]), text)),
      ...cells.map((cell) => writeLabelled(frame.title ?? "", cell)),
    ];
  });
}
