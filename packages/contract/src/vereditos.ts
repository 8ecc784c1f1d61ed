/** How far one XML can be trusted, from best to worst; the server holds this list against the judge's own. */
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

/** Short words for a verdict, as lists and documents show it. */
export const VEREDITO_ROTULO: Record<Veredito, string> = {
  autentica: "Autêntica",
  integra: "Íntegra",
  "sem-protocolo": "Sem protocolo",
  "nao-autorizada": "Não autorizada",
  "assinatura-invalida": "Assinatura inválida",
  suspeita: "Suspeita",
  ilegivel: "Ilegível",
};

/** What a finding asks of its reader: `grave` takes the trust away, `aviso` wants a look, `informacao` is worth knowing. */
export const GRAVIDADES = ["grave", "aviso", "informacao"] as const;
export type Gravidade = (typeof GRAVIDADES)[number];

/**
 * Words for the NF-e status (spec §4); any other value is {@link NFE_STATUS_OUTRO}.
 * @source spec §4; cStat table of the MOC
 */
export const NFE_STATUS: Readonly<Record<string, string>> = {
  "100": "Autorizada",
  "150": "Autorizada",
  "101": "Cancelada",
  "151": "Cancelada",
  "155": "Cancelada",
  "102": "Numeração inutilizada",
  "110": "Denegada",
  "301": "Denegada",
  "302": "Denegada",
  "303": "Denegada",
  "132": "Encerrada",
  "201": "Rejeição: faixa de numeração grande demais",
  "202": "Rejeição: falha na autoria ou na integridade",
  "203": "Rejeição: emissor não habilitado",
  "204": "Rejeição: duplicidade de NF-e",
  "205": "Denegada",
  "206": "Rejeição: numeração já inutilizada",
  "217": "Não consta na SEFAZ",
  "420": "Rejeição: cancelamento de NF-e já cancelada",
  "450": "Rejeição: modelo diferente de 55",
  "451": "Rejeição: processo de emissão inválido",
};
export const NFE_STATUS_OUTRO = "Não validado";
