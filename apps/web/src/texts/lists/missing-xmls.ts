import { translated } from "../../languages/language.ts";

const xmls = (n: string): string => (n === "1" ? "1 XML" : `${n} XMLs`);
const notas = (n: string): string => (n === "1" ? "1 documento" : `${n} documentos`);
const dias = (n: number): string => (n === 0 ? "hoje" : n === 1 ? "ontem" : `há ${n} dias`);

/** Texts of the missing XMLs by supplier. */
export const missingXmlTexts = translated("missingXmlTexts", {
  explica: "A SEFAZ registrou, o XML não chegou. “Pedir” abre um e-mail ao fornecedor para você revisar.",
  agrupar: "Agrupar",
  agrupamentos: { fornecedor: "Por fornecedor", data: "Por data" },
  documentos: notas,
  total: (documentos: string, fornecedores: string) =>
    `${notas(documentos)} de ${fornecedores === "1" ? "1 fornecedor" : `${fornecedores} fornecedores`}`,
  noPrazo: (n: string) => `${n} no prazo da ciência`,
  jaPedidos: (n: string) => (n === "1" ? "1 já pedido" : `${n} já pedidos`),
  soma: "Soma",
  pedir: (n: string) => `Pedir ${xmls(n)}`,
  pedirDeNovo: "Pedir de novo",
  baixar: (n: string) => `Dar ciência e baixar ${n} da SEFAZ`,
  darCiencia: "Dar ciência e baixar",
  porFora: "Já pedi por fora",
  mais: (nome: string) => `Mais ações de ${nome}`,
  abrir: (nome: string) => `Mostrar os documentos de ${nome}`,
  selecionarFornecedor: (nome: string) => `Selecionar os documentos de ${nome}`,
  selecionar: (nome: string) => `Selecionar ${nome}`,
  selecionados: (n: string) => (n === "1" ? "1 selecionado" : `${n} selecionados`),
  limparSelecao: "Limpar a seleção",
  maisAntiga: (dia: string) => `o mais antigo de ${dia}`,
  resto: (n: string) => `Há mais ${notas(n)} deste fornecedor. Use o filtro para vê-los.`,
  propria: "Empresa da conta: o XML está com ela",
  semEndereco: "Nenhum endereço conhecido",
  estado: {
    faltando: "Faltando XML",
    pedido: (n: number) => `Pedido ${dias(n)}`,
    semResposta: (n: number) => `Pedido ${dias(n)}, sem resposta`,
    baixando: "Baixando da SEFAZ",
  },
  por: (quem: string, quando: string) => `Por ${quem}, ${quando}`,
  porForaPor: (quem: string, quando: string) => `Por fora, por ${quem}, ${quando}`,
  lembretes: (n: number) => (n === 1 ? "1 lembrete enviado" : `${n} lembretes enviados`),
  cienciaEnviada: (quando: string) => `Ciência pedida ${quando}`,
  cienciaAte: (dia: string) => `Ciência até ${dia}`,
  cienciaHoje: (dia: string) => `Ciência até hoje, ${dia}`,
  cienciaAmanha: (dia: string) => `Ciência até amanhã, ${dia}`,
  prazoTerminou: (dia: string) => `Prazo da ciência terminou em ${dia}`,
  semCiencia: (tipo: string) => `${tipo} não tem ciência: só o emitente envia`,
  carta: {
    titulo: "Pedir o XML ao fornecedor",
    tituloVarios: "Pedir os XMLs aos fornecedores",
    para: "Para",
    paraDica: "O endereço que já enviou documentos deste fornecedor. A resposta vai para a sua caixa.",
    paraNovo: "Não há um endereço conhecido deste fornecedor.",
    paraFixo: "Só um administrador escreve a um endereço novo.",
    responderA: "Resposta para",
    assunto: "Assunto",
    texto: "Texto",
    enviar: "Enviar pedido",
    enviarVarios: (n: number) => (n === 1 ? "Enviar 1 pedido" : `Enviar ${n} pedidos`),
    lembrete: (n: number) =>
      n === 0
        ? "O fornecedor não recebe lembretes."
        : `Se o XML não chegar, o Malote lembra o fornecedor a cada ${n} dias, até duas vezes.`,
    falha: "O pedido não foi enviado.",
  },
  pedido: (n: string, para: string) => `Pedido de ${xmls(n)} enviado a ${para}.`,
  pedidos: (n: string) => `Pedidos de ${xmls(n)} enviados.`,
  ciencia: (n: string) => (n === "1" ? "Ciência pedida à SEFAZ." : `${n} ciências pedidas à SEFAZ.`),
  marcado: (n: string) => `${notas(n)} como já pedido por fora.`,
  recusados: (n: string) => (n === "1" ? "1 documento ficou de fora" : `${n} documentos ficaram de fora`),
} as const);
