import { ActionIcon, Group } from "@mantine/core";
import {
  IconArrowAutofitWidth,
  IconMaximize,
  IconMinus,
  IconPlus,
  IconPrinter,
  type TablerIcon,
} from "@tabler/icons-react";
import { printedFormTexts as texts } from "../../../texts/nota/printed-form.ts";
import classes from "./Paper.module.css";
import type { Zoom } from "./use-zoom.ts";

/** The floating buttons of a paper: size, full screen and print. */
export function PaperControls(props: {
  zoom: Zoom;
  frame: React.RefObject<HTMLElement | null>;
  pdfHref: string;
}): React.JSX.Element {
  const { zoom, frame, pdfHref } = props;
  const toggleFullScreen = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen();
  };
  return (
    <Group
      className={`${classes.controls} sem-impressao`}
      role="toolbar"
      aria-label={texts.controles}
      gap={4}
      wrap="nowrap"
    >
      <Tool icon={IconMinus} label={texts.menor} onClick={zoom.smaller} />
      <span className={`${classes.percent} num`} role="status">
        {texts.porcento(zoom.percent)}
      </span>
      <Tool icon={IconPlus} label={texts.maior} onClick={zoom.larger} />
      <span className={classes.rule} aria-hidden="true" />
      <Tool icon={IconArrowAutofitWidth} label={texts.ajustar} isOn={zoom.isFitted} onClick={zoom.fit} />
      {document.fullscreenEnabled && (
        <Tool icon={IconMaximize} label={texts.telaCheia} onClick={toggleFullScreen} />
      )}
      <span className={classes.rule} aria-hidden="true" />
      <ActionIcon
        component="a"
        href={pdfHref}
        target="_blank"
        rel="noopener"
        aria-label={texts.imprimir}
        data-dica={texts.imprimir}
      >
        <IconPrinter size={18} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}

function Tool(props: {
  icon: TablerIcon;
  label: string;
  isOn?: boolean;
  onClick: () => void;
}): React.JSX.Element {
  const { icon: Icon, label, isOn, onClick } = props;
  return (
    <ActionIcon aria-label={label} data-dica={label} aria-pressed={isOn} onClick={onClick}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}
