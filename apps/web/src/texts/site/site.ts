import { translated } from "../../languages/language.ts";

/** Title and description of a page, for the browser tab, search engines and link previews. */
export type PageMeta = { titulo: string; descricao: string };

/** Title and description of the public pages, by path. */
export const pageMetas = translated("pageMetas", {
  "/home": {
    titulo: "Malote: as notas fiscais do seu e-mail, conferidas na SEFAZ e entregues ao ERP",
    descricao:
      "O Malote acompanha as caixas de e-mail da empresa, encontra NF-e e CT-e nos anexos, confere cada documento na SEFAZ e entrega ao ERP.",
  },
  "/beneficios": {
    titulo: "Benefícios · Malote",
    descricao:
      "Nenhum e-mail se perde, assinatura conferida, situação confirmada na SEFAZ, divergências à vista e o ERP recebendo cada documento uma vez só.",
  },
  "/faq": {
    titulo: "Perguntas frequentes · Malote",
    descricao:
      "Em quanto tempo a nota é validada, como trazer as antigas em XML ou ZIP, como o ERP recebe os documentos e em que navegadores o Malote funciona.",
  },
  "/quem_utiliza": {
    titulo: "Quem utiliza · Malote",
    descricao:
      "Indústria, comércio, transporte, construção, escritórios contábeis e grupos de empresas: o que cada um recebe por e-mail e o que o Malote faz com isso.",
  },
  "/privacidade": {
    titulo: "Privacidade · Malote",
    descricao:
      "Que dados pessoais o Malote trata, para quê e por quanto tempo, e como você os recebe ou apaga, segundo a LGPD.",
  },
  "/termos": {
    titulo: "Termos de uso · Malote",
    descricao: "O que o Malote faz, o que ele não faz, e o que cada lado promete.",
  },
  "/contato": {
    titulo: "Contato · Malote",
    descricao: "Dúvidas, propostas ou ajuda com uma caixa de e-mail: escreva para o Malote.",
  },
  "/download": {
    titulo: "Baixar um documento · Malote",
    descricao: "Baixe o XML ou o PDF de uma NF-e ou de um CT-e com os 44 caracteres da chave de acesso.",
  },
  "/login": {
    titulo: "Entrar · Malote",
    descricao: "Entre no Malote com o identificador da sua empresa, o seu usuário e a sua senha.",
  },
  "/criar_conta": {
    titulo: "Criar conta · Malote",
    descricao: "Abra a conta da sua empresa no Malote e conecte a primeira caixa de e-mail em minutos.",
  },
  "/esqueceu_senha": {
    titulo: "Esqueci a senha · Malote",
    descricao: "Peça um link para criar uma nova senha do Malote.",
  },
} as const satisfies Record<string, PageMeta>);

/** Texts of the links between the public pages. */
export const siteLinkTexts = translated("siteLinkTexts", {
  navegacao: "Páginas do site",
  menu: "Abrir o menu",
  inicio: "Malote, página inicial",
  beneficios: "Benefícios",
  faq: "Perguntas frequentes",
  quemUtiliza: "Quem utiliza",
  download: "Baixar documento",
  contato: "Contato",
  privacidade: "Privacidade",
  termos: "Termos de uso",
  entrar: "Entrar",
  criarConta: "Criar conta",
  abrir: "Abrir o Malote",
  rodape: "Documentos fiscais eletrônicos, do e-mail ao ERP.",
  rodapeNavegacao: "Páginas do site, no rodapé",
} as const);

export const homeTexts = translated("homeTexts", {
  // A non-breaking hyphen: "e-" must not stand alone at the end of a line.
  titulo: "Toda nota que chega por e\u2011mail, conferida e entregue ao seu ERP.",
  texto:
    "O Malote acompanha as caixas da sua empresa, encontra NF-e e CT-e nos anexos e confirma cada uma na SEFAZ em até 24 horas.",
  tela: "Tela do Malote com a lista de documentos recebidos: tipo, número, emissão, emitente, valor e situação de cada um na SEFAZ.",
  telaCelular: "A mesma lista no celular, um cartão para cada documento.",
  comoFunciona: "Como funciona",
  passos: [
    {
      titulo: "Conecte a caixa",
      texto:
        "Informe o e-mail que recebe as notas. O teste de conexão diz, passo a passo, se está tudo certo.",
    },
    {
      titulo: "O Malote confere",
      texto:
        "Cada XML tem a assinatura verificada e é confirmado na SEFAZ. O que não bate fica à parte, com o motivo.",
    },
    {
      titulo: "O ERP recebe",
      texto: "Por SOAP, REST ou JSON-RPC, na ordem em que chegaram, sem perder nem repetir documento.",
    },
  ],
  beneficios: "Ver todos os benefícios",
  planos: {
    titulo: "Planos por volume",
    texto: "Tudo incluído em todos. Escolha pelo número de DF-e no mês.",
    ate: (limite: string) => `até ${limite}`,
    de: (inicio: string, limite: string) => `${inicio} a ${limite}`,
    porMes: "DF-e por mês",
    criar: "Criar conta",
    falar: "Falar conosco",
    falarDe: (faixa: string) => `Falar conosco sobre o plano de ${faixa} DF-e por mês`,
    nota: "Passou do plano? Nada para. O Malote avisa em 80 % e em 100 % do plano, e você decide.",
  },
  perguntas: "Perguntas frequentes",
  todas: "Ver todas as perguntas",
} as const);

export const benefitTexts = translated("benefitTexts", {
  titulo: "O fiscal deixa de caçar notas",
  texto:
    "Da caixa de e-mail ao ERP, o Malote faz o trabalho repetido e mostra só o que precisa de uma pessoa.",
  tela: "Tela de um documento no Malote: o caminho que ele percorreu, a situação na SEFAZ, a assinatura conferida e o DANFE ao lado.",
  grupos: [
    {
      titulo: "Nenhum e-mail se perde",
      texto:
        "Toda mensagem das caixas acompanhadas fica guardada como chegou, mesmo a que não traz nota. Cada anexo tem um destino explicado.",
      fatos: [
        "POP3 e IMAP, com senha ou com a conta Microsoft ou Google da empresa.",
        "Abre ZIP dentro de ZIP e acha o XML com o nome que tiver.",
        "Só lê: do seu servidor nada é apagado, a não ser que você peça.",
        "Se uma caixa para, o Malote diz por quê e o que fazer, na tela e por e-mail.",
      ],
    },
    {
      titulo: "O documento é o que diz ser",
      texto:
        "A assinatura digital de cada XML é verificada antes de qualquer uso, e o veredito vem em palavras claras, com a prova ao lado.",
      fatos: [
        "Arquivo adulterado fica em quarentena e não chega ao ERP.",
        "O resumo criptográfico do arquivo é comparado com o que a SEFAZ guarda.",
        "DANFE e DACTE são desenhados a partir do XML, nunca do PDF que veio junto.",
      ],
    },
    {
      titulo: "A SEFAZ confirma, hoje e depois",
      texto:
        "A situação é consultada assim que o documento chega e de novo nas semanas seguintes, porque um cancelamento pode vir tarde.",
      fatos: [
        "Conferências um dia, uma semana e um mês depois da emissão.",
        "Nota cancelada depois de recebida vira divergência, com aviso.",
        "O Auditor mostra o que foi emitido contra o seu CNPJ e não veio por e-mail.",
        "Manifestação do destinatário na própria tela, com o certificado da empresa.",
      ],
    },
    {
      titulo: "O ERP recebe uma vez só",
      texto:
        "A integração lê o que há de novo, baixa o XML e marca o documento como processado. O painel mostra o que ainda falta.",
      fatos: [
        "SOAP, REST e JSON-RPC, com um token para cada programa.",
        "Cópias do mesmo documento são reconhecidas: uma nota é uma nota.",
        "O que muda depois de integrado, como um cancelamento, volta a aparecer para o ERP.",
      ],
    },
    {
      titulo: "Cada um sabe quem fez o quê",
      texto:
        "Recebido, conferido, processado: cada marca guarda a pessoa e a hora. Ninguém precisa perguntar no corredor.",
      fatos: [
        "Administradores cuidam de empresas, caixas e pessoas; os demais cuidam de notas.",
        "Permissão própria para manifestar em nome da empresa.",
        "Segundo fator, com código ou passkey, para proteger ainda mais o acesso.",
      ],
    },
    {
      titulo: "Os arquivos continuam seus",
      texto: "O que entrou pode sair, inteiro, quando você quiser.",
      fatos: [
        "Importação de XML e ZIP para trazer o acervo anterior.",
        "Repositório: todos os XML de um período num ZIP.",
        "Listas em CSV, Excel ou PDF.",
        "Download público pela chave de acesso, para quem está fora da empresa.",
      ],
    },
  ],
  chamada: "Conecte uma caixa e veja as primeiras notas chegarem.",
} as const);

export const audienceTexts = translated("audienceTexts", {
  titulo: "Para quem recebe notas todos os dias",
  texto:
    "O Malote serve a quem tem XML chegando por e-mail e um ERP esperando por ele. Muda o setor; o caminho da nota é o mesmo.",
  chega: "O que chega",
  faz: "O que o Malote faz",
  segmentos: [
    {
      nome: "Indústria e distribuição",
      chega: "NF-e de matéria-prima e CT-e de frete, de muitos fornecedores, em ZIP ou soltas.",
      faz: "Separa cada documento, confirma na SEFAZ antes da descarga e entrega ao ERP na ordem.",
    },
    {
      nome: "Varejo e redes de lojas",
      chega: "Notas de muitos fornecedores para muitos CNPJs, quase sempre na mesma caixa.",
      faz: "Reconhece a empresa pelo CNPJ do destinatário e deixa filtrar, marcar e exportar loja a loja.",
    },
    {
      nome: "Transporte e logística",
      chega: "CT-e, CT-e OS e MDF-e, próprios e de parceiros, junto com as NF-e da carga.",
      faz: "Lê todos os modelos, mostra as notas de cada frete e acompanha os cancelamentos.",
    },
    {
      nome: "Construção e serviços",
      chega: "Notas de materiais que a obra compra e que a matriz só descobre depois.",
      faz: "O Auditor mostra o que foi emitido contra o CNPJ, mesmo quando ninguém mandou o XML.",
    },
    {
      nome: "Escritórios contábeis",
      chega: "O XML de todos os clientes, no fim do mês, de todos os jeitos.",
      faz: "Uma empresa para cada cliente, importação em lote e o período inteiro num ZIP.",
    },
    {
      nome: "Quem desenvolve ERP",
      chega: "Pedidos de integração com e-mail, SEFAZ e certificado digital.",
      faz: "Um web service documentado, com o documento já lido, conferido e em JSON.",
    },
  ],
  clientes: "Clientes",
  clientesTexto: "Empresas que usam este Malote.",
  chamada: "Sua empresa recebe notas por e-mail?",
} as const);
