import { DAY_MS, formatReais, MINUTE_MS, MODELOS } from "@malote/syntax";
import { TRANSPORTADORA } from "../document-generator/companies/carriers.ts";
import { EMPRESAS_DEMO } from "../document-generator/companies/companies.ts";
import { OWN_SALE } from "../document-generator/companies/own-sale.ts";
import { FORNECEDORES } from "../document-generator/companies/suppliers.ts";
import type { SignedDocumento } from "../document-generator/documento/documento.ts";
import { orderCte, orderCteOs, orderMdfe } from "../document-generator/transport/trip.ts";
import { writeZip } from "../mail-server/write-email.ts";
import type { Authorized, AuthorizedNota } from "../scenarios/environment.ts";
import { emailOfNota, transportAnexo, xmlAnexo } from "../scenarios/supplier-emails.ts";
import { authorizeCte, authorizeMdfe } from "../sefaz/authorize.ts";
import { type HistoryDay, isSaturday, timeOf } from "./calendar.ts";
import { HABITS, type Habit } from "./habits.ts";
import {
  caixaOf,
  emitNota,
  type HistoryWorld,
  happens,
  nextIssue,
  sendEmail,
  withProtocolo,
} from "./history-world.ts";
import type { Office } from "./office.ts";

/** The ordinary days of suppliers and carrier: what they issue, and when its e-mail is sent. */

const WEEK_DAYS = 7;
/** Share of notas for the second demo company, and of freights with their MDF-e, in per cent. */
const SECOND_COMPANY = 18;
const WITH_MDFE = 35;
const OWN_SALES_MAX = 2;
const CHARTER_WEEKDAY = 5;

/** Plans one day of every supplier, of the own sales and of the carrier. */
export function planSuppliersDay(world: HistoryWorld, day: HistoryDay, office: Office): void {
  for (const habit of HABITS.filter((each) => isDeliveryDay(each, day)))
    planDelivery(world, day, { habit, office });
  if (!isSaturday(day)) planOwnSales(world, day, office);
  if (day.weekday === CHARTER_WEEKDAY) world.agenda.at(timeOf(day, "08:20"), () => charterBus(world, office));
  if (day.weekday === 2 || day.weekday === CHARTER_WEEKDAY) planNewsletter(world, day);
}

function isDeliveryDay({ dias, everyWeeks = 1 }: Habit, { weekday, ago }: HistoryDay): boolean {
  return dias.includes(weekday) && Math.floor(ago / WEEK_DAYS) % everyWeeks === 0;
}

type Delivery = { habit: Habit; office: Office };

/** The notas of a supplier on one day: one e-mail each, or one ZIP for all. */
function planDelivery(world: HistoryWorld, day: HistoryDay, delivery: Delivery): void {
  const { agenda, random } = world;
  const { habit } = delivery;
  const [min, max] = habit.notas;
  const count = random.integer(min, max);
  const minutes = Array.from({ length: count }, () => random.integer(0, isSaturday(day) ? 240 : 600)).sort(
    (a, b) => a - b,
  );
  const packed: AuthorizedNota[] = [];
  for (const [n, minute] of minutes.entries())
    agenda.at(timeOf(day, "06:10", minute), async () => {
      const nota = sell(world, habit);
      if (!habit.balcao && happens(world, habit.frete ?? 0)) planFreight(world, nota, delivery.office);
      if (habit.envio !== "zip") return planEmail(world, nota, delivery);
      packed.push(nota);
      if (n < count - 1) return;
      for (const each of packed) delivery.office.receives(each);
      await sendZip(world, packed);
    });
}

function sell(world: HistoryWorld, { fornecedor, quantidade, balcao, envio }: Habit): AuthorizedNota {
  const second = envio !== "zip" && happens(world, SECOND_COMPANY);
  const destinatario = EMPRESAS_DEMO[second ? 1 : 0];
  return emitNota(world, {
    fornecedor,
    destinatario,
    quantidade,
    modelo: balcao ? MODELOS.NFCe.modelo : MODELOS.NFe.modelo,
  });
}

/** Sends the nota some minutes after its issue, or days later. */
function planEmail(world: HistoryWorld, nota: AuthorizedNota, { habit, office }: Delivery): void {
  const { agenda, random } = world;
  const [percent, days] = habit.atraso ?? [2, 2];
  const late = happens(world, percent) ? random.integer(1, days) * DAY_MS : 0;
  const sentAt = new Date(agenda.now().getTime() + late + random.integer(2, 25) * MINUTE_MS);
  agenda.at(sentAt, async () => {
    const { anexos, ...email } = emailOfNota(nota);
    const sent = habit.envio === "pdf" ? anexos : anexos.slice(0, 1);
    office.receives(nota);
    await sendEmail(world, caixaOf(nota.destinatario), { ...email, anexos: sent });
  });
}

async function sendZip(world: HistoryWorld, notas: readonly AuthorizedNota[]): Promise<void> {
  const [first] = notas;
  if (!first) return;
  const { fornecedor, destinatario } = first;
  const arquivos = notas.map((nota) => xmlAnexo(nota));
  const numeros = notas.map(({ numero }) => numero).join(", ");
  await sendEmail(world, caixaOf(destinatario), {
    de: fornecedor,
    assunto: `Notas fiscais ${numeros} - ${fornecedor.fantasia}`,
    texto: `Boa tarde,\r\n\r\nSeguem no arquivo compactado as NF-e ${numeros}.\r\n\r\n${fornecedor.vendedor}\r\n`,
    anexos: [
      {
        nome: "notas-fiscais.zip",
        tipo: "application/zip",
        bytes: await writeZip(arquivos, world.agenda.now()),
      },
    ],
  });
}

/** The CT-e of a nota, some hours later, and sometimes the MDF-e of the trip, in one e-mail. */
function planFreight(world: HistoryWorld, nota: AuthorizedNota, office: Office): void {
  const { agenda, generator, ledger, random } = world;
  agenda.at(new Date(agenda.now().getTime() + random.integer(60, 300) * MINUTE_MS), async () => {
    const trip = { emissao: nextIssue(world, TRANSPORTADORA, 1) };
    const signed = generator.signCte(orderCte(nota, trip));
    const interessados = [nota.fornecedor.cnpj, nota.destinatario.cnpj];
    const cte = withProtocolo(signed, authorizeCte(signed, ledger, interessados));
    const documentos: Authorized<SignedDocumento>[] = [cte];
    office.receives(cte);
    if (happens(world, WITH_MDFE)) {
      const mdfe = generator.signMdfe(
        orderMdfe({ nota, cte }, { emissao: nextIssue(world, TRANSPORTADORA, 1) }),
      );
      documentos.push(withProtocolo(mdfe, authorizeMdfe(mdfe, ledger)));
    }
    await sendTransport(world, caixaOf(nota.destinatario), {
      assunto: `CT-e ${cte.numero}`,
      texto: `Segue o CT-e ${cte.numero}, de ${formatReais(cte.valorTotal)}, da NF-e ${nota.numero}.`,
      documentos,
    });
  });
}

/** The bus of the employees, every Friday: a CT-e OS. */
async function charterBus(world: HistoryWorld, office: Office): Promise<void> {
  const { generator, ledger } = world;
  const signed = generator.signCteOs(orderCteOs({ emissao: nextIssue(world, TRANSPORTADORA, 1) }));
  const cte = withProtocolo(signed, authorizeCte(signed, ledger));
  office.receives(cte);
  const texto = `Segue o CT-e OS ${cte.numero}, do fretamento de ${formatReais(cte.valorTotal)}.`;
  await sendTransport(world, 0, { assunto: `CT-e OS ${cte.numero}`, texto, documentos: [cte] });
}

type TransportEmail = { assunto: string; texto: string; documentos: readonly Authorized<SignedDocumento>[] };

async function sendTransport(
  world: HistoryWorld,
  caixa: number,
  { assunto, texto, documentos }: TransportEmail,
): Promise<void> {
  await sendEmail(world, caixa, {
    de: TRANSPORTADORA,
    assunto: `${assunto} - ${TRANSPORTADORA.fantasia}`,
    texto: `Prezados,\r\n\r\n${texto}\r\n\r\n${TRANSPORTADORA.nome}\r\n`,
    anexos: documentos.map(transportAnexo),
  });
}

/** Sales of the first demo company, whose copies come to its own mailbox. */
function planOwnSales(world: HistoryWorld, day: HistoryDay, office: Office): void {
  const { agenda, random } = world;
  const habit = { fornecedor: OWN_SALE, dias: [], notas: [1, 1], quantidade: [4, 40] } as const;
  for (let n = random.integer(0, OWN_SALES_MAX); n > 0; n--)
    agenda.at(timeOf(day, "09:00", random.integer(0, 420)), () => {
      planEmail(world, emitNota(world, { ...habit, destinatario: random.pick(FORNECEDORES) }), {
        habit,
        office,
      });
    });
}

/** An e-mail without any document. */
function planNewsletter(world: HistoryWorld, day: HistoryDay): void {
  const { agenda, random } = world;
  agenda.at(timeOf(day, "10:30", random.integer(0, 200)), async () => {
    const { fornecedor } = random.pick(HABITS);
    const produtos = fornecedor.produtos.map(({ descricao }) => `- ${descricao}`).join("\r\n");
    const assunto = `Ofertas da semana - ${fornecedor.fantasia}`;
    const texto = `Ofertas da semana:\r\n\r\n${produtos}\r\n`;
    await sendEmail(world, 0, { de: fornecedor, assunto, texto, anexos: [] });
  });
}
