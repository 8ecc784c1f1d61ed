/** The outcome of one part of an e-mail in the capture ledger. */
export const OUTCOMES = [
  "nota",
  "evento",
  "duplicada",
  "outro-dfe",
  "nao-dfe",
  "pacote",
  "quarentena",
  "erro",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Short labels of the outcomes on the e-mail screen. */
export const OUTCOME_LABELS: Record<Outcome, string> = {
  nota: "Documento extraído",
  evento: "Evento extraído",
  duplicada: "Já recebido",
  "outro-dfe": "Guardado, outro tipo de DF-e",
  "nao-dfe": "Guardado, não é DF-e",
  pacote: "Aberto",
  quarentena: "Em quarentena",
  erro: "Não pôde ser lido",
};

/** Why a part had its outcome: one sentence for a fiscal analyst. */
export const REASONS = {
  "corpo-da-mensagem": "Corpo da mensagem, guardado e aberto nesta página.",
  "email-parcial":
    "Esta mensagem também trouxe documentos de empresas às quais você não tem acesso. Aparecem só as partes das suas empresas.",
  "corpo-com-dfe": "Corpo da mensagem, com documento colado no texto; o documento aparece abaixo.",
  "imagem-do-corpo": "Imagem usada no corpo da mensagem.",
  pdf: "PDF não tem valor fiscal; vale o XML.",
  "so-pdf": "Chegou só o PDF desta nota, que não tem valor fiscal. Peça o XML ao fornecedor.",
  imagem: "Imagem não tem valor fiscal; vale o XML.",
  "tipo-sem-leitura": "Este tipo de arquivo não contém DF-e.",
  "arquivo-do-mac": "Arquivo auxiliar do macOS, feito ao compactar a pasta; não contém DF-e.",
  "xml-nao-dfe": "O XML não é de um documento fiscal eletrônico.",
  vazio: "O arquivo veio vazio.",
  "outro-dfe": "Documento fiscal de um tipo que o Malote guarda mas ainda não lê.",
  "resumo-sefaz": "Resumo da SEFAZ: avisa de um documento, mas não traz o XML dele.",
  reparada: "O e-mail danificou o arquivo. O original foi recuperado, e a assinatura do emitente o comprova.",
  "mesmo-arquivo": "Este mesmo arquivo já tinha chegado antes.",
  "melhor-ja-recebido": "Já há uma cópia igual ou melhor deste documento.",
  "pacote-aberto": "Pacote aberto; cada arquivo de dentro aparece abaixo.",
  "winmail-aberto": "Anexo do Outlook (winmail.dat) aberto; cada arquivo de dentro aparece abaixo.",
  "winmail-incompleto":
    "O anexo do Outlook (winmail.dat) está incompleto; o que veio nele aparece abaixo. Peça o reenvio.",
  "pacote-incompleto":
    "O pacote está incompleto ou danificado; o que pôde ser lido aparece abaixo. Peça o reenvio.",
  "assinado-aberto":
    "Arquivo assinado (P7M) aberto; o conteúdo aparece abaixo. A assinatura do envelope não é conferida.",
  "assinatura-do-email": "Assinatura digital da mensagem; não contém documento.",
  "mensagem-aberta": "Mensagem encaminhada, aberta; cada parte aparece abaixo.",
  "dfe-no-texto": "Há documento no meio de outro texto; foi separado e aparece abaixo.",
  "dfe-demais-no-texto":
    "Há documentos demais no meio de outro texto; os primeiros aparecem abaixo. Peça o envio em partes.",
  "resgate-fora-de-anexo":
    "Encontrado no original da mensagem, fora dos anexos que ela declara; foi separado e aparece abaixo.",
  "conteudo-cifrado":
    "O conteúdo está criptografado e não pôde ser aberto; o original está guardado. Peça o envio sem criptografia.",
  "pacote-protegido":
    "O pacote tem senha e não pôde ser aberto; o original está guardado. Peça ao fornecedor o envio sem senha.",
  "pacote-invalido": "O pacote está danificado. Peça o reenvio.",
  "pacote-grande-demais": "O pacote, aberto, passa do tamanho permitido. Peça o envio em partes.",
  "pacote-fundo-demais":
    "Há pacotes demais um dentro do outro, e este não foi aberto. Peça o envio do XML solto.",
  "pacote-muitos-arquivos": "O pacote tem arquivos demais e não foi aberto. Peça o envio em partes.",
  "pacote-taxa-suspeita":
    "O conteúdo do pacote é grande demais para o tamanho dele, como nos feitos para travar sistemas, e ele não foi aberto.",
  "pacote-formato":
    "O Malote não abre este formato de pacote; o original está guardado. Peça ao fornecedor o envio em ZIP ou o XML solto.",
  "caro-demais":
    "A leitura demorou demais e foi interrompida antes do fim. O original está guardado: use Reprocessar para ler com mais tempo.",
  "lote-aberto": "O arquivo traz vários documentos; cada um aparece abaixo.",
  "lote-muitos-documentos": "O arquivo traz documentos demais e não foi aberto. Peça o envio em partes.",
  "lote-documento-invalido": "O documento compactado dentro do arquivo está danificado. Peça o reenvio.",
  "pacote-link": "O pacote contém um atalho em vez de arquivo. Peça o envio do próprio arquivo.",
  "xml-mal-formado": "O XML está mal formado ou termina no meio. Peça o reenvio.",
  "xml-com-dtd": "O XML traz definições proibidas (DTD) e não foi aberto.",
  "xml-de-outra-versao": "O XML declara uma versão diferente da 1.0 e não foi aberto.",
  "xml-codificacao": "A codificação de caracteres do XML não pôde ser reconhecida. Peça o reenvio.",
  "xml-grande-demais": "O XML passa do tamanho permitido.",
  "xml-fundo-demais": "O XML tem níveis demais e não foi aberto.",
  "xml-montado":
    "O XML traz partes repetidas ou fora do lugar, como um arquivo montado para enganar. Não confie nele e peça o original.",
  "xml-sem-campos": "O XML parece um DF-e, mas faltam campos obrigatórios.",
  "valor-impossivel": "O documento traz um valor que não pode existir, e por isso não foi lido.",
  homologacao: "O documento é do ambiente de testes da SEFAZ e não tem valor fiscal.",
  "chave-invalida": "A chave de acesso do documento não confere.",
  "assinatura-invalida": "O conteúdo não confere com a assinatura do emitente.",
  suspeita: "O documento tem sinais de fraude; veja os achados.",
  "evento-nao-autorizado": "O evento não traz o registro da SEFAZ.",
  "evento-so-registro":
    "Só a resposta da SEFAZ ao evento, sem o evento assinado. A consulta à SEFAZ dirá se vale.",
  "mensagem-ilegivel": "A mensagem não pôde ser separada em partes. O original está guardado.",
  "mensagem-incompleta":
    "A mensagem não pôde ser lida até o fim e pode ter mais partes. O original está guardado.",
  "xml-varios-documentos": "O XML traz vários documentos num só arquivo. Peça um arquivo por documento.",
  "xml-resposta-sefaz": "O XML é uma consulta ou resposta da SEFAZ, não um documento.",
  "mensagem-grande-demais":
    "A mensagem passa do tamanho permitido e ficou no servidor de e-mail. Se o limite aumentar, será buscada.",
  "mesma-mensagem": "Esta mesma mensagem já tinha chegado.",
  "leitura-falhou": "A leitura falhou três vezes. O original está guardado.",
  "arquivo-perdido": "O arquivo enviado não foi encontrado no armazenamento. Envie de novo.",
} as const;
export type Reason = keyof typeof REASONS;

/** Why an evento is shown but does not count: one sentence for a fiscal analyst. */
export const RESSALVAS = {
  "nao-registrado": "Não traz o registro da SEFAZ, e a consulta a ela ainda não mostrou este evento.",
  "so-registro":
    "O arquivo trouxe só a resposta da SEFAZ, sem o evento assinado; a consulta à SEFAZ dirá se vale.",
  veredito: "O arquivo deste evento não é confiável.",
  "autor-nao-emitente": "O autor não é o emitente, o único que pode cancelar o documento.",
  "autor-nao-destinatario": "O autor não é o destinatário, o único que se manifesta sobre a nota.",
  "autor-nao-tomador": "O autor não é o tomador do serviço, o único que declara desacordo.",
} as const;
export type Ressalva = keyof typeof RESSALVAS;

/** Processing states of an e-mail. */
export type EmailState = "em-leitura" | "lido" | "quarentena";
