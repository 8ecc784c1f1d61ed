import type { RandomSource } from "../random-source.ts";
import { nfce, notaAutorizada, notaEmitida, zipComTresNotas } from "./authorized.ts";
import { cartaDeCorrecao, notaCanceladaDepois } from "./cancelled.ts";
import { notaReindentada } from "./damaged.ts";
import { notaAManifestar } from "./manifestacoes.ts";
import { notaSoNaSefaz } from "./only-at-sefaz.ts";
import type { Scenario } from "./scenario.ts";
import { notaAdulterada } from "./tampered.ts";
import { cteEMdfe } from "./transport.ts";
import { emailSemDfe } from "./without-dfe.ts";

/** Time between two e-mails, in ms: about 20 s, never regular. */
export const LIVE_INTERVAL_MS = { min: 12_000, max: 28_000 } as const;

/** E-mails until it turns itself off, so that a forgotten sandbox does not fill a disk: about two hours. */
export const LIVE_MAX = 360;

/** How often each scenario is chosen: an ordinary day, with now and then something to attend to. */
const MIX: readonly (readonly [Scenario, number])[] = [
  [notaAutorizada, 44],
  [zipComTresNotas, 8],
  [cteEMdfe, 8],
  [nfce, 7],
  [notaEmitida, 7],
  [emailSemDfe, 7],
  [notaReindentada, 5],
  [notaAManifestar, 4],
  [cartaDeCorrecao, 3],
  [notaCanceladaDepois, 3],
  [notaSoNaSefaz, 2],
  [notaAdulterada, 2],
];

const WEIGHT = MIX.reduce((sum, [, weight]) => sum + weight, 0);

/** E-mails that arrive by themselves. */
export type LiveMail = {
  readonly isOn: boolean;
  /** How many were sent since it was turned on. */
  readonly sent: number;
  /** Turns it on, with a new count, or off. */
  turn(on: boolean): void;
};

/**
 * Plays a scenario about every 20 s while it is on.
 * @param o.play plays one; when it fails the arrivals end, and `report` gets the error
 */
export function createLiveMail(o: {
  random: RandomSource;
  play: (scenario: Scenario) => Promise<unknown>;
  report: (error: unknown) => void;
}): LiveMail {
  let timer: NodeJS.Timeout | null = null;
  let sent = 0;
  const schedule = (): void => {
    const delay = o.random.integer(LIVE_INTERVAL_MS.min, LIVE_INTERVAL_MS.max);
    timer = setTimeout(() => void arrive(), delay).unref();
  };
  const turnOff = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const arrive = async (): Promise<void> => {
    const mine = timer;
    try {
      await o.play(chooseScenario(o.random));
    } catch (error) {
      o.report(error);
      if (timer === mine) turnOff();
    }
    if (timer !== mine) return; // turned off, or off and on, meanwhile
    sent += 1;
    if (sent < LIVE_MAX) schedule();
    else turnOff();
  };
  return {
    get isOn() {
      return timer !== null;
    },
    get sent() {
      return sent;
    },
    turn: (on) => {
      if (on === (timer !== null)) return;
      turnOff();
      sent = on ? 0 : sent;
      if (on) schedule();
    },
  };
}

function chooseScenario(random: RandomSource): Scenario {
  let left = random.integer(1, WEIGHT);
  for (const [scenario, weight] of MIX) {
    left -= weight;
    if (left <= 0) return scenario;
  }
  throw new RangeError("the weights do not add up");
}
