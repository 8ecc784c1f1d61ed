import { tourTexts } from "../../texts/app/tour.ts";

/**
 * A step of the tour. to: its page; null = any. targets: selectors of what it points at, of which the first
 * that is visible counts; without one, the card stands alone.
 */
export type TourStep = {
  to: string | null;
  targets: readonly string[];
  titulo: string;
  texto: string;
  /** The text on a phone, where the screen has other controls. */
  telefone?: string;
};

const { passos: t } = tourTexts;
const LIST = "/dfe_recebidos";

/** The steps, over the screens that a user opens every day. */
export const TOUR_STEPS: readonly TourStep[] = [
  // Over the page that is open: a new user sees the painel first.
  { to: null, targets: ["nav a[href='/dfe_recebidos']", "main [data-linha]"], ...t.lista },
  {
    to: LIST,
    targets: ["main [data-linha] [data-tom='aviso']", "main [data-linha] [data-tom]"],
    ...t.veredito,
  },
  { to: null, targets: ["header search", "[data-tour='busca']"], ...t.busca },
  {
    to: "/auditor?tab=faltando",
    targets: ["main nav a[aria-current]", "nav a[href='/auditor']"],
    ...t.faltando,
  },
  { to: null, targets: ["[data-tour='ajuda']", "[data-tour='menu']"], ...t.ajuda },
];

/** How long after a user was created the tour may begin by itself, in ms: an invitation may wait for days. */
const NEW_USER_MS = 7 * 24 * 60 * 60_000;

/** Digits of a UUID, version 7, that are its time. @source RFC 9562 §5.7 */
const TIME_DIGITS = 12;

/** When the server made an id, a UUID of version 7; null for another one. */
export function createdAtOf(id: string): Date | null {
  const digits = id.replaceAll("-", "");
  return digits.charAt(TIME_DIGITS) === "7"
    ? new Date(Number.parseInt(digits.slice(0, TIME_DIGITS), 16))
    : null;
}

/**
 * Whether the tour begins by itself: at the first sign-in of a new user in this browser. isDemo: visitors of
 * a demo share a user of any age.
 */
export function beginsByItself(
  { seen, usuarioId, isDemo }: { seen: boolean; usuarioId: string; isDemo: boolean },
  now: Date,
): boolean {
  if (seen) return false;
  const createdAt = createdAtOf(usuarioId);
  return isDemo || (createdAt !== null && now.getTime() - createdAt.getTime() < NEW_USER_MS);
}
