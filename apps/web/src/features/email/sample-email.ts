import type { Email } from "../../rpc/documents/queries.ts";
import type { Anexo } from "./parts/part-tree.ts";

/** An invented part: an XML that was read as a nota. */
export function sampleAnexo(caminho: string, overrides: Partial<Anexo> = {}): Anexo {
  return {
    id: `id-${caminho}`,
    caminho,
    nome: `arquivo-${caminho.replace("/", "-")}.xml`,
    tipo: "application/xml",
    tamanho: 2048,
    embutida: false,
    destino: "nota",
    motivo: null,
    detalhe: null,
    veredito: "integra",
    notas: [],
    ...overrides,
  };
}

/** An invented e-mail with the given parts, fully read. */
export function sampleEmail(attachments: Anexo[], overrides: Partial<Email> = {}): Email {
  return {
    id: "e",
    assunto: "",
    remetente: "",
    remetenteNome: null,
    destinatario: "",
    data: null,
    recebidaEm: null,
    resumo: "",
    estado: "lido",
    partes: attachments.length,
    extraidos: 0,
    problemas: 0,
    chips: [],
    corpoHtml: null,
    corpoMensagem: null,
    caixaDescricao: null,
    tamanho: 0,
    motivo: null,
    chavesSemXml: [],
    reprocessadoEm: null,
    attachments,
    ...overrides,
  };
}
