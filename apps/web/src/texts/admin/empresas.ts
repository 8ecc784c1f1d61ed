import type { EMPRESA_PROOFS } from "@malote/contract";
import { DISTRIBUIDORES, formatTipoNota, recordOf } from "@malote/syntax";
import { translated } from "../../languages/language.ts";

/** Texts of the list of empresas. */
export const empresasTexts = translated("empresasTexts", {
  lista: "Empresas",
  nova: "Nova empresa",
  total: (n: number) => (n === 1 ? "1 empresa" : `${n} empresas`),
  ordens: { nome: "Razão social", cnpj: "CNPJ" },
  colunas: {
    empresa: "Empresa",
    uf: "UF",
    certificado: "Certificado",
    manifestacao: "Manifestação",
    auditor: "Auditor",
    documentos: "Documentos",
  },
  semUf: "UF não informada",
  prova: { provada: "Comprovada", falta: "Não comprovada" },
  manifestacao: { ligada: "Ligada", desligada: "Desligada", ciencia: "ciência automática" },
  auditor: {
    ligado: "Ligado",
    desligado: "Desligado",
    semCertificado: "espera o certificado",
    semConsulta: "ainda não consultou",
    consultou: (quando: string) => `consultou ${quando}`,
    lacunas: (n: string) => (n === "1" ? "1 documento a buscar" : `${n} documentos a buscar`),
  },
  documentos: (n: string) => (n === "1" ? "1 documento" : `${n} documentos`),
  abrir: (nome: string) => `Abrir a empresa ${nome}`,
  acoes: (nome: string) => `Ações da empresa ${nome}`,
  menu: { abrir: "Abrir", certificado: "Certificado", excluir: "Excluir" },
  resumo: {
    valido: (n: number) => `${n} com certificado válido`,
    vencendo: (n: number) => (n === 1 ? "1 certificado vencendo" : `${n} certificados vencendo`),
    vencido: (n: number) => (n === 1 ? "1 certificado vencido" : `${n} certificados vencidos`),
    sem: (n: number) => `${n} sem certificado`,
  },
  precisa: {
    titulo: "Precisa de você",
    vencido: (n: number) => (n === 1 ? "Certificado vencido" : "Certificados vencidos"),
    vencendo: (n: number) => (n === 1 ? "Certificado vencendo" : "Certificados vencendo"),
    sem: (n: number) => (n === 1 ? "Empresa sem certificado" : "Empresas sem certificado"),
    futuro: (n: number) => (n === 1 ? "Certificado que ainda não vale" : "Certificados que ainda não valem"),
    porque: {
      vencido: (nome: string, dia: string) => `${nome}, desde ${dia}`,
      vencendo: (nome: string, dia: string) => `${nome}, em ${dia}`,
      futuro: (nome: string, dia: string) => `${nome}, até ${dia}`,
      sem: (nome: string) => nome,
    },
    eMais: (nome: string, n: number) => `${nome} e mais ${n}`,
  },
  vazio: {
    titulo: "Nenhuma empresa cadastrada",
    texto:
      "Cadastre os CNPJs da sua empresa: é por eles que o Malote sabe o que você emitiu, o que recebeu e em nome de quem consultar a SEFAZ.",
    textoLeitor:
      "É pelos CNPJs das empresas que o Malote sabe o que você emitiu e recebeu. Peça a um administrador da conta que cadastre a primeira.",
  },
  excluir: {
    titulo: (nome: string) => `Excluir a empresa ${nome}?`,
    texto:
      "O certificado dela é apagado, e o Malote deixa de consultar a SEFAZ em nome dela. Uma empresa com documentos não pode ser excluída.",
    acao: "Excluir empresa",
    feita: (nome: string) => `Empresa ${nome} excluída.`,
    falhou: "Não foi possível excluir a empresa.",
    comDocumentos: (documentos: string) => `Há ${documentos} desta empresa no Malote. Nada foi alterado.`,
    semMotivo: "Outra pessoa pode já tê-la excluído. Atualize a lista e tente de novo.",
  },
} as const);

/** Texts of one empresa: form, summary of the certificado, state of the SEFAZ distribution. */
export const empresaTexts = translated("empresaTexts", {
  novaTitulo: "Nova empresa",
  subtitulo: "empresa",
  lado: "Certificado, distribuição e logotipo",
  logo: {
    titulo: "Logotipo",
    texto: "Sai no DANFE e no DACTE dos documentos que a empresa emite.",
    dica: (limite: string, pixels: number) => `PNG ou JPEG de até ${limite} e ${pixels} × ${pixels} pixels.`,
    escolher: "Escolher imagem",
    trocar: "Trocar imagem",
    tirar: "Remover",
    campo: "Imagem do logotipo",
    alt: (nome: string) => `Logotipo de ${nome}`,
    enviado: "Logotipo guardado.",
    tirado: "Logotipo removido.",
  },
  voltar: "Voltar às empresas",
  soAdministrador: "Só administradores da conta alteram empresas. Você vê como ela está.",
  campos: {
    nome: "Razão social",
    nomeDica: "Como ela aparece nas listas, nos filtros e nos avisos.",
    cnpj: "CNPJ",
    cnpjDica: "Números e letras, com os dois dígitos verificadores.",
    cnpjMuda: "Ao mudar o CNPJ, o certificado atual é apagado: ele é do CNPJ anterior.",
    cnpjFica: (documentos: string) => `O CNPJ não pode mais mudar: há ${documentos} desta empresa.`,
    uf: "UF",
    ufNenhuma: "Não informada",
    ufDica: "Onde ela está estabelecida. A SEFAZ pede a UF na busca de documentos.",
    manifestacao: "Manifestação do destinatário",
    manifestacaoDica:
      "Permite que usuários com permissão manifestem à SEFAZ em nome desta empresa: ciência, confirmação, desconhecimento e operação não realizada.",
    auditor: "Auditor: buscar na SEFAZ o que foi emitido contra a empresa",
    auditorDica:
      "O Malote busca documentos na distribuição de DF-e da SEFAZ, com o certificado da empresa, e mostra o que existe lá e não chegou por e-mail.",
    ciencia: "Ciência automática",
    cienciaDica:
      "A cada NF-e que o auditor encontra, o Malote declara à SEFAZ que a empresa sabe da operação, e recebe o XML completo. A declaração fica registrada na SEFAZ e não pode ser desfeita; depois dela, espera-se que a empresa confirme ou recuse a operação.",
    cienciaPede: "Antes, ligue a manifestação e o auditor.",
    feed: "Feed no formato da SEFAZ",
    feedDica:
      "O ERP que tem um certificado da empresa lê os documentos dela como leria os da SEFAZ (NFeDistribuicaoDFe): muda só o endereço.",
    publico: "Download público pela chave de acesso",
    publicoDica:
      "Quem tem os 44 caracteres da chave baixa o documento sem entrar no Malote. Documentos em quarentena, ou que a SEFAZ contradiz, nunca ficam disponíveis.",
    publicoPede: "Só vale depois que a empresa for comprovada.",
  },
  ligarAuditor: {
    titulo: "Ligar o auditor para este CNPJ?",
    texto:
      "Só ligue se nenhum outro sistema (ERP, contador) consulta a distribuição da SEFAZ para este CNPJ. Com dois consultando, a SEFAZ bloqueia o CNPJ por uma hora a cada excesso, e cada um recebe só uma parte.",
    acao: "Ligar o auditor",
    nao: "Deixar desligado",
  },
  erros: {
    nome: "Razão social deve ter um valor.",
    cnpj: "CNPJ deve ter um valor.",
    cnpjCurto: "O CNPJ tem 14 caracteres.",
    cnpjErrado: "CNPJ inválido: confira os caracteres e os dígitos verificadores.",
    longo: (max: number) => `Use até ${max} caracteres.`,
  },
  salvar: "Salvar",
  salva: (nome: string) => `Empresa ${nome} salva.`,
  salvaNova: (nome: string) => `Empresa ${nome} cadastrada. Falta o certificado dela.`,
  depois: {
    titulo: "Depois de salvar",
    passos: [
      [
        "Certificado A1",
        "O arquivo .pfx da empresa. Com ele, o Malote consulta a SEFAZ em nome dela e pode manifestar.",
      ],
      [
        "Documentos que já vieram",
        "Os que trazem este CNPJ e estavam como de terceiros passam automaticamente para a empresa.",
      ],
    ],
  },
  prova: {
    titulo: "Comprovação",
    provada: "Comprovada",
    falta: "Não comprovada",
    faltaTexto:
      "Ainda não foi comprovado que este CNPJ é desta conta. Por isso, os documentos da empresa não ficam disponíveis no download público nem no feed no formato da SEFAZ.",
    como: "Como comprovar",
    passos: [
      "Envie o certificado A1 de um CNPJ da mesma raiz, emitido pela ICP-Brasil. A empresa fica comprovada na hora.",
      "Ou peça a quem opera o Malote: ele comprova a empresa, ou o domínio de e-mail da conta. Com o domínio comprovado, basta chegar a uma caixa dele um documento autêntico de outra empresa que traga o seu endereço de e-mail nesse domínio.",
    ],
    semCadeia:
      "O certificado enviado não comprova: a origem dele não foi verificada. Com as autoridades da ICP-Brasil instaladas, envie-o de novo.",
    por: {
      certificado: (detalhe: string) => `Pelo certificado A1 de ${detalhe}`,
      dominio: (detalhe: string) => `Por documento recebido em ${detalhe}`,
      operador: () => "Por quem opera o Malote",
    } satisfies Record<(typeof EMPRESA_PROOFS)[number], (detalhe: string) => string>,
    desde: (quando: string) => `desde ${quando}`,
  },
  distribuicao: {
    titulo: "Distribuição da SEFAZ",
    desligada: "O auditor está desligado: o Malote não busca documentos na distribuição deste CNPJ.",
    semCertificado: "O auditor está ligado e espera o certificado da empresa para começar.",
    aguardando: "A primeira consulta ainda não aconteceu. Ela começa em alguns minutos.",
    modelos: recordOf(DISTRIBUIDORES, formatTipoNota),
    emDia: "Em dia",
    percorrendo: "Buscando",
    problema: "Com problema",
    linhas: {
      nsu: "NSU",
      ultima: "Última consulta",
      proxima: "Próxima consulta",
      lacunas: "Lacunas",
    },
    semNsu: "nenhum documento ainda",
    nsu: (ultimo: string, maximo: string) => `${ultimo} de ${maximo}`,
    semLacunas: "nenhuma",
    lacunas: (n: string) => (n === "1" ? "1 NSU a buscar" : `${n} NSU a buscar`),
    cStat: (cStat: string) => `cStat ${cStat}`,
  },
} as const);
