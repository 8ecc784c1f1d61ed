import { translated } from "../../languages/language.ts";

/** Texts of an empty list of documents: the reason and the next action. */
export const emptyNotasTexts = translated("emptyNotasTexts", {
  filtro: "Nenhum documento com este filtro",
  filtroTexto: "Há documentos fora do filtro? Remova um dos filtros acima para vê-los.",
  processados: "Os que o ERP já processou não aparecem. Remova o filtro “não processado” para vê-los.",
  mostrarProcessados: "Mostrar processados",
  buscaTexto: "A busca não incluiu os documentos de terceiros, dos quais sua empresa não é parte.",
  buscarTerceiros: "Procurar também entre os de terceiros",
  verTerceiros: "Mostrar também os de terceiros",
  limpar: "Limpar filtros",
  nada: "Nenhum documento recebido ainda",
  nadaTexto: "Quando um e-mail com NF-e ou CT-e chegar a uma caixa monitorada, o documento aparece aqui.",
  nadaEmitido: "Nenhum documento emitido ainda",
  nadaEmitidoTexto:
    "Documentos em que sua empresa é a emitente aparecem aqui quando chegam às caixas monitoradas.",
  verEmails: "Ver e-mails",
  semCaixa: "Nenhuma caixa de e-mail conectada",
  semCaixaTexto:
    "Conecte a caixa em que os fornecedores entregam as notas. NF-e e CT-e que chegarem nela aparecem aqui.",
  div: "Nenhuma divergência",
  divTexto: "No período, a situação de cada documento na SEFAZ é a mesma do XML recebido.",
} as const);
