import type * as source from "../../../texts/nota/veredito.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/veredito.ts`: the meaning of each verdict. */
export const vereditoTexts: Translated<typeof source.vereditoTexts> = {
  autentica:
    "It is what the issuer signed, with an ICP-Brasil certificate, and carries the authorization of SEFAZ.",
  integra:
    "It is what the issuer signed, and carries the authorization of SEFAZ. Only the origin of the certificate was not fully checked.",
  "sem-protocolo": "It is what the issuer signed, but the file does not show that SEFAZ authorized it.",
  "nao-autorizada": "It is what the issuer signed, but the file does not carry a valid authorization.",
  "assinatura-invalida": "There is no proof that the content is what the issuer signed.",
  suspeita: "There are signs that the document is not what it seems. Do not trust what it says.",
  ilegivel: "The file could not be read.",
};

/** Damage to a file in transit that was reversed, by the name of the reversal. */
const repairTexts: Readonly<Record<string, string>> = {
  "espacos-entre-tags": "spaces and line breaks between the XML fields",
  "fins-de-linha": "changed line endings",
  "espacos-finais": "extra spaces at the end of lines",
  "utf8-duplicado": "accents encoded twice",
  "latin1-recodificado": "accents stored in another encoding",
  "declaracao-de-codificacao": "a declared encoding that is not that of the text",
  "namespaces-em-volta": "markup of another system around the document",
};

/** English texts of the assessment of a document. */
export const assessmentTexts: Translated<typeof source.assessmentTexts> = {
  confirmada: "SEFAZ confirmed this same content.",
  confirmadaAntes: "It is the content that SEFAZ authorized; its status changed later.",
  semProtocolo: "The file came without the protocol, and SEFAZ confirmed this content.",
  semProtocoloConfirmada:
    "It is what the issuer signed. The file came without the protocol, and SEFAZ confirmed this content.",
  autenticaDesconhecida:
    "It is what the issuer signed, with an ICP-Brasil certificate, and carries a protocol that SEFAZ does not recognize.",
  integraDesconhecida:
    "It is what the issuer signed, and carries a protocol that SEFAZ does not recognize. The origin of the certificate was not fully checked either.",
  naoEOAutorizado:
    "The key exists and is authorized at SEFAZ, but this file is not the one it authorized. Ask the issuer for the original XML.",
  soAChave:
    "The key exists and is authorized at SEFAZ, but that does not prove this file. Ask the issuer for the original XML.",
  resposta: (palavra) => `SEFAZ answered: ${palavra}.`,
  respostaDesconhecida: "SEFAZ answered that it does not know this document.",
  reparada: (danos) =>
    `The e-mail left in the file ${danos}. Malote reversed it, and the signature of the issuer proves that the result is the original.`,
  evidencia: {
    assinado: "Signed",
    calculado: "Computed now",
    soma: (total, soma) => `says ${total}, and the sum of the parts is ${soma}`,
  },
  dano: (nome) => repairTexts[nome] ?? "a reversible change",
  e: " and ",
  guardado: "The file as it arrived is stored too.",
  verGuardado: "View in the e-mail",
  grupos: { grave: "Serious", aviso: "Warnings", informacao: "Information" },
  gravidades: { grave: "serious", aviso: "warning", informacao: "information" },
  vezes: (n) => `${n} fields`,
  verAchados: (todos) => (todos === null ? "View the findings" : `View the ${todos} findings`),
  verCampos: (n) => `View the ${n} fields`,
  liberada: (por, quando) => `Released from quarantine by ${por} on ${quando}`,
  alguem: "an administrator",
};
