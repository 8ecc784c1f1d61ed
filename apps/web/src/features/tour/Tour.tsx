import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { tourTexts as texts } from "../../texts/app/tour.ts";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import classes from "./Tour.module.css";
import { showStep } from "./tour-state.ts";
import { TOUR_STEPS, type TourStep } from "./tour-steps.ts";
import { useTarget } from "./use-target.ts";

const MARGIN_PX = 12;
/** More than the height of a card: below a target without this room, it stands above. */
const CARD_PX = 190;
const CARD_WIDTH_PX = 340;

/** The step on screen: a card beside what it is about. The page below stays usable. */
export function Tour({ at }: { at: number }): React.ReactNode {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [start] = useState(pathname + search);
  const step = TOUR_STEPS[at];
  // At its end the user is again where it began.
  const onDone = (): void => {
    endTour();
    if (pathname + search !== start) void navigate(start);
  };
  return step ? <Step key={at} at={at} step={step} onDone={onDone} /> : null;
}

function Step(props: { at: number; step: TourStep; onDone: () => void }): React.JSX.Element {
  const { at, step, onDone } = props;
  const phone = useIsPhone();
  const next = useRef<HTMLButtonElement>(null);
  const target = useTarget(step.targets);
  useStepPage(step.to);
  useEscape(endTour);
  // Each step is read out: its dialog gets the focus.
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  const isLast = at === TOUR_STEPS.length - 1;
  return (
    <>
      {target && <div className={classes.ring} aria-hidden="true" style={ringOf(target)} />}
      <div
        role="dialog"
        aria-label={texts.rotulo}
        aria-describedby="apresentacao-texto"
        className={classes.card}
        style={phone ? phonePlaceOf(target) : placeOf(target)}
      >
        <ActionIcon className={classes.close} aria-label={texts.sair} onClick={endTour}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
        <div id="apresentacao-texto">
          <h2 className="t-secao">{step.titulo}</h2>
          <Text inherit c="var(--text-2)" mt={4}>
            {phone ? (step.telefone ?? step.texto) : step.texto}
          </Text>
        </div>
        <Group mt={12} gap={8} wrap="nowrap">
          <span className="t-rotulo num" style={{ marginRight: "auto" }}>
            {texts.passo(at + 1, TOUR_STEPS.length)}
          </span>
          {at > 0 && (
            <Button variant="default" onClick={() => showStep(at - 1)}>
              {texts.voltar}
            </Button>
          )}
          <Button ref={next} onClick={() => (isLast ? onDone() : showStep(at + 1))}>
            {isLast ? texts.concluir : texts.proximo}
          </Button>
        </Group>
      </div>
    </>
  );
}

/** Ends the tour; the keyboard goes on in the page. */
function endTour(): void {
  showStep(null);
  document.getElementById("conteudo")?.focus({ preventScroll: true });
}

/** Opens the page of a step, if another one is open. */
function useStepPage(to: string | null): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = useEffectEvent(() => {
    if (to !== null && pathname !== to.split("?")[0]) void navigate(to);
  });
  useEffect(() => open(), []);
}

/** Esc ends the tour wherever the focus is, before a page reads it. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // A dialog above the tour closes first.
      if (document.querySelector("[role=dialog][aria-modal=true]") !== null) return;
      event.stopPropagation();
      onEscape();
    };
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, [onEscape]);
}

/** Around the target, and inside the window. */
function ringOf({ left, top, right, height }: DOMRect): React.CSSProperties {
  const from = Math.max(left - 3, 4);
  const to = Math.min(right + 3, window.innerWidth - 4);
  return { left: from, top: top - 3, width: to - from, height: height + 6 };
}

/** Below the target, or above it; inside the window. Without a target, at the foot. */
function placeOf(target: DOMRect | null): React.CSSProperties {
  if (target === null) return { right: 24, bottom: 24 };
  const left = Math.min(Math.max(target.left, MARGIN_PX), window.innerWidth - CARD_WIDTH_PX - MARGIN_PX);
  const isBelow = target.bottom + CARD_PX < window.innerHeight;
  return isBelow
    ? { left, top: target.bottom + MARGIN_PX }
    : { left, bottom: Math.max(window.innerHeight - target.top + MARGIN_PX, MARGIN_PX) };
}

/** At the foot of a phone, or at its head when that is where the target is. */
function phonePlaceOf(target: DOMRect | null): React.CSSProperties {
  const isLow = target !== null && target.top > window.innerHeight - CARD_PX;
  return { left: MARGIN_PX, ...(isLow ? { top: 64 } : { bottom: MARGIN_PX }) };
}
