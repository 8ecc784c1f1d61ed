import type { CaixaFailure } from "@malote/contract";
import { dayInZone, formatInteger } from "@malote/syntax";
import { translatedSentence } from "../../../languages/language.ts";
import { serverNow } from "../../../network/clock.ts";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { caixaFailures } from "../../../texts/names/notices.ts";
import type { AlertItem } from "../../../ui/feedback/AlertStrip.tsx";
import { countDays } from "../filters/painel-filter.ts";
import { openHref } from "../list-links.ts";

const { precisa: t } = texts;

/** One kind of pending item, linked to its list. */
export type PendingItem = Omit<AlertItem, "key" | "icon"> & {
  key: "divergencias" | "abertas" | "faltando" | "caixas" | "certificados";
};

/**
 * The result of a query. `data` is undefined while it loads, or, with `isError`, after a failure.
 */
export type PartResult<T> = { data: T | undefined; isError: boolean };

/** The query results from which the pending items are built. */
export type PartResults = {
  divergencias: PartResult<number>;
  abertas: PartResult<number>;
  /** Emissão of the oldest document in `abertas`; null if there is none. */
  maisAntiga: PartResult<Date | null>;
  /** Documents that SEFAZ authorized whose XML has not arrived. */
  faltando: PartResult<number>;
  caixas: PartResult<readonly Caixa[]>;
  empresas: PartResult<readonly Empresa[]>;
};

const LIST_LINKS: Record<PendingItem["key"], string> = {
  divergencias: openHref("divergencias", { papel: "E" }),
  abertas: openHref("abertas", { papel: "E" }),
  faltando: "/auditor?tab=faltando&evento=tudo",
  caixas: "/admin?tab=caixa",
  certificados: "/admin?tab=empresa",
};

/**
 * The pending items; a part that failed appears as unknown. Undefined until each part is known or
 * has failed.
 */
export function pendingItemsOf(parts: PartResults, timeZone: string): PendingItem[] | undefined {
  const { divergencias, abertas, maisAntiga, faltando, caixas, empresas } = parts;
  if (Object.values(parts).some(({ data, isError }) => data === undefined && !isError)) return undefined;
  return [
    itemOf("divergencias", divergencias, aboutDivergencias),
    itemOf("abertas", abertas, (total) => aboutAbertas(total, maisAntiga.data, timeZone)),
    itemOf("faltando", faltando, aboutFaltando),
    itemOf("caixas", caixas, aboutCaixas),
    itemOf("certificados", empresas, aboutCertificados),
  ].filter((each) => each !== null);
}

type Pending = Omit<PendingItem, "key" | "to">;

function itemOf<T>(
  key: PendingItem["key"],
  { data }: PartResult<T>,
  about: (data: T) => Pending | null,
): PendingItem | null {
  const unknown = { total: general.nenhumValor, title: t.assuntos[key], text: t.naoConferido };
  const pending = data === undefined ? unknown : about(data);
  return pending && { ...pending, key, to: LIST_LINKS[key] };
}

function aboutDivergencias(total: number): Pending | null {
  if (total === 0) return null;
  return { total: formatInteger(total), title: t.divergencias(total), text: t.divergenciasTexto };
}

function aboutFaltando(total: number): Pending | null {
  if (total === 0) return null;
  return { total: formatInteger(total), title: t.faltando, text: t.faltandoTexto };
}

/** `maisAntiga`: undefined if it could not be fetched. */
function aboutAbertas(total: number, maisAntiga: Date | null | undefined, timeZone: string): Pending | null {
  if (total === 0) return null;
  const days = maisAntiga ? daysSince(maisAntiga, timeZone) : 0;
  const text = maisAntiga === undefined ? t.maisAntigaNaoConferida : t.abertasTexto(t.haDias(days));
  return { total: formatInteger(total), title: t.abertas, text };
}

function daysSince(instant: Date, timeZone: string): number {
  return countDays({ de: dayInZone(instant, timeZone), ate: dayInZone(serverNow(), timeZone) }) - 1;
}

function aboutCaixas(caixas: readonly Caixa[]): Pending | null {
  const falhas = caixas.filter(({ ultimoErro }) => ultimoErro !== null);
  const [first] = falhas;
  if (!first) return null;
  const known = first.ultimoErro !== null && first.ultimoErro in caixaFailures;
  const cause = known
    ? caixaFailures[first.ultimoErro as CaixaFailure]
    : translatedSentence(first.ultimoErro ?? "");
  return {
    total: formatInteger(falhas.length),
    title: t.caixas(falhas.length),
    text: cause.split(/[.;:]/)[0] ?? "",
  };
}

function aboutCertificados(empresas: readonly Empresa[]): Pending | null {
  const waiting = empresas.flatMap(({ nome, certificado }) =>
    certificado && (certificado.situacao === "vencendo" || certificado.situacao === "vencido")
      ? [{ nome, dias: certificado.diasRestantes, vencido: certificado.situacao === "vencido" }]
      : [],
  );
  const [first] = waiting.toSorted((a, b) => a.dias - b.dias);
  if (!first) return null;
  const all = waiting.every(({ vencido }) => vencido);
  return {
    total: formatInteger(waiting.length),
    title: all ? t.vencido(waiting.length) : t.vencendo(waiting.length),
    text: first.vencido ? t.venceu(first.nome) : t.venceEm(first.nome, first.dias),
  };
}
