import type * as source from "../../../texts/nota/evidence.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of what a document's sources say, and of the next step when they disagree. */
export const evidenceTexts: Translated<typeof source.evidenceTexts> = {
  titulo: "Qué dice cada fuente",
  fontes: { xml: "XML", sefaz: "SEFAZ", email: "Correo" },
  emailDepois: "correo",
  campo: "Campo",
  campos: {
    situacao: "Estado",
    chave: "Clave",
    numero: "Número",
    emitente: "Emisor",
    destinatario: "Destinatario",
    emissao: "Emisión",
    valor: "Valor",
  },
  nada: "–",
  diferente: "diferente del XML",
  igual: (fontes, campos, varias) => `${fontes} ${varias ? "dicen" : "dice"} lo mismo que el XML: ${campos}.`,
  difere: (fonte, campos) => `${fonte === "sefaz" ? "La SEFAZ" : "El correo"} dice otra cosa: ${campos}.`,
  e: " y ",
  verEmail: "Ver el correo",
};

/** Spanish texts of what to do about a document that other sources contradict. */
export const nextStepTexts: Translated<typeof source.nextStepTexts> = {
  titulo: "Qué hacer",
  consultar: "Consultar de nuevo",
  avisar: "Avisar al proveedor",
  copiar: "Copiar el aviso",
  copiado: "Aviso copiado.",
  manterFora: "Mantener fuera del ERP",
  cancelada:
    "No pague ni registre la entrada con este documento. Confirme con el proveedor y manténgalo fuera del ERP.",
  canceladaProcessada: "Ya se procesó: revierta la entrada en el ERP y confirme con el proveedor.",
  naoConsta:
    "Es posible que la SEFAZ todavía no lo haya recibido. Consulte de nuevo; si sigue así, no vale como documento fiscal.",
  outra: "Consulte de nuevo. Si la respuesta es la misma, pida una explicación al proveedor.",
  dados: "Verifique con el proveedor antes de registrar la entrada: solo uno de los dos puede ser correcto.",
  emitida:
    "Consulte de nuevo. Si la respuesta es la misma, verifique en su sistema de emisión qué ocurrió con el documento.",
};
