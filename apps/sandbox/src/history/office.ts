import { DAY_MS, MODELOS } from "@malote/syntax";
import { EMPRESAS_DEMO } from "../document-generator/companies/companies.ts";
import type { SignedDocumento } from "../document-generator/documento/documento.ts";
import { manifestacao } from "../document-generator/evento/nfe-eventos.ts";
import type { Authorized, AuthorizedNota } from "../scenarios/environment.ts";
import { type HistoryDay, isSaturday, timeOf } from "./calendar.ts";
import type { HistoryMark } from "./history-step.ts";
import { type HistoryWorld, happens, registerNotaEvento } from "./history-world.ts";

/** The people of the demo conta: they check, receive and process what arrived, and answer to SEFAZ. */
export type Office = {
  /** The e-mail of a document is sent: the office treats it some days later. */
  receives(documento: Authorized<SignedDocumento>): void;
  planDay(day: HistoryDay): void;
};

/** Days from the e-mail to each mark, and the share of documents that get it, in per cent. */
const MARKS: readonly { marca: HistoryMark; days: readonly [number, number]; percent: number }[] = [
  { marca: "recebido", days: [1, 2], percent: 90 },
  { marca: "conferido", days: [1, 3], percent: 92 },
  { marca: "processadoErp", days: [2, 6], percent: 91 },
];

type Planned = { marca: HistoryMark; chave: string; due: number };

export function openOffice(world: HistoryWorld): Office {
  const planned: Planned[] = [];
  const toManifest: AuthorizedNota[] = [];
  return {
    receives: (documento) => {
      for (const { marca, days, percent } of MARKS) {
        if (!happens(world, percent)) continue;
        const due = world.agenda.now().getTime() + world.random.integer(...days) * DAY_MS;
        planned.push({ marca, chave: documento.chaveAcesso, due });
      }
      if (isManifested(documento)) toManifest.push(documento);
    },
    planDay: (day) => {
      if (isSaturday(day)) return;
      world.agenda.at(timeOf(day, "17:20"), () => markDue(world, planned));
      if (day.weekday === MANIFEST_WEEKDAY)
        world.agenda.at(timeOf(day, "16:10"), () => manifestDue(world, toManifest));
    },
  };
}

/** Writes the marks that are due. */
function markDue({ agenda, steps }: HistoryWorld, planned: Planned[]): void {
  const now = agenda.now();
  const due = planned.filter((each) => each.due <= now.getTime());
  planned.splice(0, planned.length, ...planned.filter((each) => each.due > now.getTime()));
  const marcas = due.map(({ marca, chave }) => ({ marca, chave }));
  if (marcas.length > 0) steps.push({ em: now.toISOString(), tipo: "marcas", marcas });
}

const MANIFEST_WEEKDAY = 4;
/** The office answers to large notas, a week or more after their issue. */
const MANIFEST_MIN = 5_500;
const MANIFEST_AFTER_MS = 8 * DAY_MS;
const MANIFEST_MAX = 2;

function isManifested(documento: Authorized<SignedDocumento>): documento is AuthorizedNota {
  if (
    documento.modelo !== MODELOS.NFe.modelo ||
    !("valorTotal" in documento) ||
    !("destinatario" in documento)
  )
    return false;
  const { destinatario, valorTotal } = documento as AuthorizedNota;
  return destinatario.cnpj === EMPRESAS_DEMO[0].cnpj && Number(valorTotal) >= MANIFEST_MIN;
}

/** Registers the manifestações of the week at SEFAZ: mostly confirmed, some only known. */
function manifestDue(world: HistoryWorld, waiting: AuthorizedNota[]): void {
  const { agenda, steps } = world;
  const now = agenda.now();
  const isDue = ({ emissao }: AuthorizedNota): boolean =>
    now.getTime() - emissao.getTime() >= MANIFEST_AFTER_MS;
  const due = waiting.filter(isDue);
  waiting.splice(0, waiting.length, ...waiting.filter((nota) => !isDue(nota)));
  for (const [n, nota] of due.slice(0, MANIFEST_MAX).entries()) {
    const [qual, status] = n === 0 ? (["confirmacao", 1] as const) : (["ciencia", 4] as const);
    const evento = { detalhe: manifestacao(qual, ""), autor: nota.destinatario, ambienteNacional: true };
    registerNotaEvento(world, nota, evento);
    steps.push({ em: now.toISOString(), tipo: "manifestacao", status, chaves: [nota.chaveAcesso] });
  }
}
