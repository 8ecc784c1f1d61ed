/** What lists of documents and the document say. */
export const notas = {
  recebidos: "DF-e recebidos",
  emitidos: "DF-e emitidos",
  tabela: "Documentos",
  abas: { rotulo: "Listas", repo: "Repositório", div: "Divergências" },
  ordens: {
    emissaoDesc: "Emissão, mais recentes",
    emissaoAsc: "Emissão, mais antigos",
    emitente: "Nome do emitente",
    destinatario: "Nome do destinatário",
  },
  colunas: {
    tipo: "Tipo",
    veredito: "Veredito",
    numero: "Número / série",
    emissao: "Emissão",
    emitente: "Emitente",
    destinatario: "Destinatário",
    uf: "UF",
    valor: "Valor",
    nfe: "Status NF-e",
    sefaz: "SEFAZ",
    processado: "ERP",
    recebido: "Receb.",
    conferido: "Conf.",
    acao: "Ação",
  },
  selecionarTudo: "Selecionar todos da página",
  selecionar: (documento: string) => `Selecionar ${documento}`,
  abrir: (documento: string) => `Abrir ${documento}`,
  deTerceiros: "de terceiros",
  deTerceirosDica: "Sua empresa não é parte deste documento",
  consultar: "Consultar",
  vazio: {
    filtro: "Nenhum documento com este filtro",
    filtroTexto: "Há documentos fora do filtro? Tire um dos filtros acima para vê-los.",
    processados: "Os que o ERP já processou não aparecem. Tire o filtro “não processado” para vê-los.",
    mostrarProcessados: "Mostrar processados",
    buscaTexto: "A busca não olhou os documentos de terceiros, em que sua empresa não é parte.",
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
    divTexto: "No período, o que a SEFAZ diz de cada documento é o que o XML recebido diz.",
  },
} as const;

/** The three marks of a document. */
export const marcas = {
  processado: {
    nome: "Processado no ERP",
    curto: "ERP",
    dica: (quem: string, quando: string) => `Processado por ${quem} em ${quando}`,
    falta: "Ainda não processado no ERP",
    marcar: "Marcar processado",
    desmarcar: "Desmarcar processado",
    perguntaMarcar: "Marcar como processado no ERP?",
    perguntaDesmarcar: "Desfazer o processado no ERP?",
    feito: (n: number) =>
      n === 1 ? "1 nota marcada como processada." : `${n} notas marcadas como processadas.`,
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não processada." : `${n} notas voltaram para não processadas.`,
  },
  recebido: {
    nome: "Recebido",
    curto: "Receb.",
    dica: (quem: string, quando: string) => `Recebido por ${quem} em ${quando}`,
    falta: "Ainda não recebido",
    marcar: "Marcar recebido",
    desmarcar: "Desmarcar recebido",
    perguntaMarcar: "Marcar como recebido?",
    perguntaDesmarcar: "Desfazer o recebido?",
    feito: (n: number) => (n === 1 ? "1 nota marcada como recebida." : `${n} notas marcadas como recebidas.`),
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não recebida." : `${n} notas voltaram para não recebidas.`,
  },
  conferido: {
    nome: "Conferido",
    curto: "Conf.",
    dica: (quem: string, quando: string) => `Conferido por ${quem} em ${quando}`,
    falta: "Ainda não conferido",
    marcar: "Marcar conferido",
    desmarcar: "Desmarcar conferido",
    perguntaMarcar: "Marcar como conferido?",
    perguntaDesmarcar: "Desfazer o conferido?",
    feito: (n: number) =>
      n === 1 ? "1 nota marcada como conferida." : `${n} notas marcadas como conferidas.`,
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não conferida." : `${n} notas voltaram para não conferidas.`,
  },
  bloqueada: "Em quarentena: não pode ser marcada",
  fora: (n: number) =>
    n === 1
      ? "1 documento em quarentena está na seleção e fica de fora."
      : `${n} documentos em quarentena estão na seleção e ficam de fora.`,
  alguem: "alguém",
  pergunta: (documento: string) => `${documento}. Seu nome e a hora ficam registrados.`,
  perguntaVarias: (n: number, soma: string) =>
    `${n} documentos, ${soma}. Seu nome e a hora ficam registrados.`,
  confirmarMarcar: "Marcar",
  confirmarDesmarcar: "Desfazer",
} as const;

export const lote = {
  rotulo: "Ações para os selecionados",
  selecionados: (n: number) => (n === 1 ? "1 selecionado" : `${n} selecionados`),
  limpar: "Limpar a seleção",
  manifestar: "Manifestar",
  andamento: (feitas: number, total: number) => `${feitas} de ${total}…`,
  resultado: "Resultado por documento",
  resumo: (ok: number, falhas: number) =>
    `${ok === 1 ? "1 documento marcado" : `${ok} documentos marcados`}, ${falhas} não.`,
  ok: "Marcado",
  fechar: "Fechar",
} as const;
