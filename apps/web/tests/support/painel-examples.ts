import type { ResultOf } from "@malote/contract";

type Statistics = ResultOf<"Painel.getEstatistica">["object"];

const DAY = 86_400_000;
/** The day some days ago, in the zone of the example conta. */
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY).toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });

const NONE = { NFe: 0, NFCe: 0, CTe: 0, CTeOS: 0, MDFe: 0 };

/** Five NF-e and two e-mails on each of the last seven days. */
export function statistics(part: Partial<Statistics> = {}): Statistics {
  const days = [6, 5, 4, 3, 2, 1, 0].map(dayBefore);
  return {
    dateGroup: "dia",
    totalEmails: 14,
    totalDFe: 35,
    ...{ totalNFe: 35, totalNFCe: 0, totalCTe: 0, totalCTeOS: 0, totalMDFe: 0 },
    totalDivergenciaDFe: 0,
    totalNaoIntegradosERP: 35,
    valorTotal: "3500.00",
    chatEmails: days.map((periodo) => ({ periodo, quantidade: 2 })),
    chatNotas: days.map((periodo) => ({ ...NONE, NFe: 5, periodo, quantidade: 5, valor: "500.00" })),
    ...part,
  };
}

type Tops = ResultOf<"Painel.getPartesVencimentos">["object"];

/** Two suppliers, and an overdue instalment. */
export function painelTops(part: Partial<Tops> = {}): Tops {
  const day = (days: number): string => dayBefore(-days);
  const weeks = [0, 7, 14, 21].map((days) => ({ de: day(days), ate: day(days + 6) }));
  return {
    partes: [
      { cnpjCpf: "11444777000161", nome: "Torrefação Serra da Névoa Ltda", quantidade: 20, valor: "2500.00" },
      {
        cnpjCpf: "12ABC34501DE35",
        nome: "Laticínios Campo do Orvalho S.A.",
        quantidade: 15,
        valor: "1000.00",
      },
    ],
    totalPartes: 2,
    vencimentos: [
      { de: null, ate: day(-1), quantidade: 1, valor: "61.28" },
      ...weeks.map((week, at) => ({ ...week, quantidade: at, valor: `${at}00.00` })),
      { de: day(28), ate: null, quantidade: 0, valor: "0.00" },
    ],
    totalVencimentos: 7,
    vencimentosExatos: true,
    ...part,
  };
}
