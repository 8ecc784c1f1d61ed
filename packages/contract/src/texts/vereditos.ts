/** How far an XML can be trusted, from best to worst. A server test compares this list with that of
 * @malote/dfe. */
export const VEREDITOS = [
  "autentica",
  "integra",
  "sem-protocolo",
  "nao-autorizada",
  "assinatura-invalida",
  "suspeita",
  "ilegivel",
] as const;
export type Veredito = (typeof VEREDITOS)[number];

/** Short labels of the verdicts, in lists and documents. */
export const VEREDITO_LABELS: Record<Veredito, string> = {
  autentica: "Autêntica",
  integra: "Íntegra",
  "sem-protocolo": "Sem protocolo",
  "nao-autorizada": "Não autorizada",
  "assinatura-invalida": "Assinatura inválida",
  suspeita: "Suspeita",
  ilegivel: "Ilegível",
};

/** The severity of a finding: `grave` removes the trust, `aviso` needs a look, `informacao` is
 * informative. */
export const GRAVIDADES = ["grave", "aviso", "informacao"] as const;
export type Gravidade = (typeof GRAVIDADES)[number];

/** The label of a status (spec §4), shown first everywhere; any other value is {@link NFE_STATUS_OTHER}.
 * @source spec §4; cStat table of the MOC */
export const NFE_STATUS: Readonly<Record<string, string>> = {
  "100": "Autorizada",
  "101": "Cancelada",
  "102": "Numeração inutilizada",
  "110": "Denegada",
  "201": "Rejeição: faixa de numeração grande demais",
  "202": "Rejeição: falha na autoria ou na integridade",
  "203": "Rejeição: emissor não habilitado",
  "204": "Rejeição: duplicidade de NF-e",
  "205": "Rejeição: NF-e denegada na base da SEFAZ",
  "206": "Rejeição: numeração já inutilizada",
  "420": "Rejeição: cancelamento de NF-e já cancelada",
  "450": "Rejeição: modelo diferente de 55",
  "451": "Rejeição: processo de emissão inválido",
};
export const NFE_STATUS_OTHER = "Não validado";

/** The detail of a status, shown as a second line only (docs/adr/0066-status-and-alerts.md).
 * @source MOC NF-e, CT-e and MDF-e, tabela de códigos de status; NT 2026.002 for 120 */
export const STATUS_DETAILS: Readonly<Record<string, string>> = {
  "120": "Autorizada com alerta",
  "132": "Encerrada",
  "150": "Autorizada fora do prazo",
  "151": "Cancelada fora do prazo",
  "155": "Cancelada fora do prazo",
  "205": "Denegada",
  "217": "Não consta na SEFAZ",
  "301": "Denegada: emitente irregular",
  "302": "Denegada: destinatário irregular",
  "303": "Denegada: destinatário não habilitado na UF",
};

/** One word for a status in sentences and filters, the same in time or late. */
export const STATUS_WORDS: Readonly<Record<string, string>> = {
  ...NFE_STATUS,
  "120": "Autorizada",
  "150": "Autorizada",
  "132": "Encerrada",
  "151": "Cancelada",
  "155": "Cancelada",
  "205": "Denegada",
  "301": "Denegada",
  "302": "Denegada",
  "303": "Denegada",
  "217": "Não consta na SEFAZ",
};
