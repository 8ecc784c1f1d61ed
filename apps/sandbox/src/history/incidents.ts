import { DAY_MS, formatReais, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { EMPRESAS_DEMO, type Empresa } from "../document-generator/companies/companies.ts";
import type { Fornecedor } from "../document-generator/companies/suppliers.ts";
import { cancelamentoDetail, cartaCorrecao } from "../document-generator/evento/nfe-eventos.ts";
import { writeZip } from "../mail-server/write-email.ts";
import type { AuthorizedNota } from "../scenarios/environment.ts";
import { emailOfNota, eventoAnexo, notaSubject, xmlAnexo } from "../scenarios/supplier-emails.ts";
import { tamperValor } from "../scenarios/tampered.ts";
import { type HistoryDay, timeOf } from "./calendar.ts";
import { HABITS } from "./habits.ts";
import {
  emitNota,
  type HistoryWorld,
  inventNota,
  registerNotaEvento,
  type Sale,
  sendEmail,
} from "./history-world.ts";

/** What is not ordinary: cancellations, corrections, forgeries, documents that no e-mail brings. */

type Incident = (world: HistoryWorld, day: HistoryDay) => void;

const JUSTIFICATIVA = "Mercadoria não embarcada por desistência do comprador";
const CORRECAO = "A espécie dos volumes transportados é CAIXAS, e não VOLUMES, como consta da nota.";
/** The first planned recheck of the product follows 25 h after the issue. */
const RECHECK_MS = 25 * HOUR_MS;

/** What happens on which days before today; a Sunday is left out. */
const INCIDENTS: readonly (readonly [incident: Incident, ago: readonly number[]])[] = [
  [cancelledWithNotice, [86, 72, 57, 44, 29, 15, 8, 3]],
  [cancelledSilently, [82, 65, 47, 33, 12, 5, 2, 1]],
  [correctedByEmail, [85, 61, 41, 26, 9, 4, 2]],
  [neverSent, [88, 81, 73, 69, 60, 54, 46, 40, 32, 25, 18, 13, 10, 6, 4, 3, 2, 1]],
  [namedWithoutXml, [62, 31, 11, 5, 3]],
  [forged, [71, 48, 20, 6, 2, 1]],
  [unknownToSefaz, [39, 4]],
  [importedLater, [67, 38, 10]],
];

/** Plans the incidents of one day. */
export function planIncidents(world: HistoryWorld, day: HistoryDay): void {
  for (const [incident, days] of INCIDENTS) if (days.includes(day.ago)) incident(world, day);
}

/** A larger nota of a supplier for the first demo company. */
function largeSale({ random }: HistoryWorld, fornecedor = random.pick(HABITS).fornecedor): Sale {
  return { fornecedor, destinatario: EMPRESAS_DEMO[0], quantidade: [10, 30] };
}

function sellLarge(world: HistoryWorld, fornecedor?: Fornecedor): AuthorizedNota {
  return emitNota(world, largeSale(world, fornecedor));
}

/** Issues a nota at 07:20 and e-mails it; `later` runs then. */
function planNota(world: HistoryWorld, day: HistoryDay, later: (nota: AuthorizedNota) => void): void {
  world.agenda.at(timeOf(day, "07:20", world.random.integer(0, 30)), async () => {
    const nota = sellLarge(world);
    await sendXml(world, nota);
    later(nota);
  });
}

async function sendXml(
  world: HistoryWorld,
  nota: AuthorizedNota,
  aConsultar: readonly string[] = [],
): Promise<void> {
  const { anexos, ...email } = emailOfNota(nota);
  await sendEmail(world, 0, { ...email, anexos: anexos.slice(0, 1), aConsultar });
}

function cancelledWithNotice(world: HistoryWorld, day: HistoryDay): void {
  planNota(world, day, (nota) =>
    world.agenda.at(timeOf(day, "17:10"), async () => {
      const procEvento = cancel(world, nota);
      await sendEmail(world, 0, {
        de: nota.fornecedor,
        assunto: `Cancelamento da NF-e ${nota.numero}`,
        texto: `Prezados,\r\n\r\nInformamos o cancelamento da NF-e ${nota.numero}: ${JUSTIFICATIVA}.\r\n`,
        anexos: [eventoAnexo(nota, procEvento)],
      });
    }),
  );
}

/** Only the planned recheck of the product finds the cancellation. */
function cancelledSilently(world: HistoryWorld, day: HistoryDay): void {
  planNota(world, day, (nota) => {
    world.agenda.at(timeOf(day, "18:45"), () => void cancel(world, nota));
    const em = new Date(nota.emissao.getTime() + RECHECK_MS);
    world.agenda.at(em, () => {
      world.steps.push({ em: em.toISOString(), tipo: "consulta", chaves: [nota.chaveAcesso] });
    });
  });
}

function cancel(world: HistoryWorld, nota: AuthorizedNota): string {
  const detalhe = cancelamentoDetail(nota.protocolo.numero, JUSTIFICATIVA);
  return registerNotaEvento(world, nota, { detalhe, autor: nota.fornecedor });
}

function correctedByEmail(world: HistoryWorld, day: HistoryDay): void {
  planNota(world, day, (nota) =>
    world.agenda.at(timeOf(day, "16:50"), async () => {
      const evento = { detalhe: cartaCorrecao(CORRECAO), autor: nota.fornecedor };
      const procEvento = registerNotaEvento(world, nota, evento);
      await sendEmail(world, 0, {
        de: nota.fornecedor,
        assunto: `Carta de correção da NF-e ${nota.numero}`,
        texto: `Prezados,\r\n\r\n${CORRECAO}\r\n\r\n${nota.fornecedor.vendedor}\r\n`,
        anexos: [eventoAnexo(nota, procEvento, "110110")],
      });
    }),
  );
}

/** Only SEFAZ knows the nota: the auditor reports that its XML is missing. */
function neverSent(world: HistoryWorld, day: HistoryDay): void {
  world.agenda.at(timeOf(day, "11:15", world.random.integer(0, 200)), () => void sellLarge(world));
}

/** The e-mail names the chave, and forgets the XML. */
function namedWithoutXml(world: HistoryWorld, day: HistoryDay): void {
  world.agenda.at(timeOf(day, "10:05", world.random.integer(0, 200)), async () => {
    const nota = sellLarge(world);
    const { fornecedor, chaveAcesso, numero, valorTotal } = nota;
    const texto = `Olá,\r\n\r\nA NF-e ${numero}, de ${formatReais(valorTotal)}, está autorizada.\r\n\r\nChave: ${chaveAcesso}\r\n\r\n${fornecedor.vendedor}\r\n`;
    await sendEmail(world, 0, { de: fornecedor, assunto: notaSubject(nota), texto, anexos: [] });
  });
}

/** The address of the forger resembles that of the supplier. */
function forged(world: HistoryWorld, day: HistoryDay): void {
  world.agenda.at(timeOf(day, "12:30", world.random.integer(0, 90)), async () => {
    const nota = sellLarge(world);
    const { anexos, ...email } = emailOfNota(nota, tamperValor(nota));
    const de = forgerOf(nota.fornecedor);
    const assunto = `URGENTE: boleto da NF-e ${nota.numero}`;
    await sendEmail(world, 0, { ...email, de, assunto, anexos: anexos.slice(0, 1) });
  });
}

function forgerOf(fornecedor: Fornecedor): Empresa {
  return { ...fornecedor, email: "cobranca@notas-pagamento.example" };
}

/** Well signed, with an invented protocol: SEFAZ does not know the nota. */
function unknownToSefaz(world: HistoryWorld, day: HistoryDay): void {
  world.agenda.at(timeOf(day, "09:50", world.random.integer(0, 90)), async () => {
    const nota = inventNota(world, largeSale(world));
    await sendXml(world, nota, [nota.chaveAcesso]);
  });
}

const IMPORTED = 4;

/** The supplier publishes some notas only in its portal; the office imports them days later. */
function importedLater(world: HistoryWorld, day: HistoryDay): void {
  const { agenda, random, steps } = world;
  agenda.at(timeOf(day, "09:10"), () => {
    const { fornecedor } = random.pick(HABITS);
    const notas = Array.from({ length: IMPORTED }, () => sellLarge(world, fornecedor));
    agenda.at(new Date(agenda.now().getTime() + 3 * DAY_MS + 40 * MINUTE_MS), async () => {
      const zip = await writeZip(
        notas.map((nota) => xmlAnexo(nota)),
        agenda.now(),
      );
      const nome = `portal-${fornecedor.fantasia.toLowerCase().replace(/[^a-z]+/g, "-")}.zip`;
      const em = agenda.now().toISOString();
      steps.push({ em, tipo: "importacao", nome, arquivoBase64: zip.toString("base64") });
    });
  });
}
