import { Box } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { printedFormTexts as texts } from "../../../texts/nota/printed-form.ts";
import { ScrollRegion } from "../../../ui/layout/ScrollRegion.tsx";
import classes from "./Paper.module.css";
import { PaperControls } from "./PaperControls.tsx";
import type { Drawing } from "./read-drawing.ts";
import { useZoom, useZoomGestures } from "./use-zoom.ts";

/** Percentage after a double tap on a fitted paper: twice its size. */
const ENLARGED = 2;

/**
 * The printed form of a document on sunken paper, in any theme: zoomed by buttons, keys and fingers; its text
 * can be selected.
 * @param pdfHref the same drawing as a PDF, to be printed
 */
export function Paper(props: { drawing: Drawing; title: string; pdfHref: string }): React.JSX.Element {
  const { drawing, title, pdfHref } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, observe] = useZoom(drawing.widthMm);
  useZoomGestures(frame, zoom);
  const toggle = (): void => (zoom.isFitted ? zoom.set(zoom.percent * ENLARGED) : zoom.fit());
  return (
    <div ref={frame} className={classes.frame}>
      <ScrollRegion
        ref={observe}
        className={classes.area}
        aria-label={title}
        onDoubleClick={(event) => {
          // A double click on a word selects it.
          if (!(event.target instanceof SVGTextElement)) toggle();
        }}
      >
        <Sheets svg={drawing.svg} width={zoom.width} />
        <p className={classes.hint}>{texts.dica}</p>
      </ScrollRegion>
      <PaperControls zoom={zoom} frame={frame} pdfHref={pdfHref} />
    </div>
  );
}

function Sheets({ svg, width }: { svg: SVGSVGElement; width: number }): React.JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(svg);
  }, [svg]);
  return <Box ref={place} className={classes.sheets} w={width} data-papel />;
}
