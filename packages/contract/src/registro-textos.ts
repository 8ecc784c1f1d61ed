/** The sentence of each act of weight; its subject is who did it. The codes are what the database keeps. */
export const REGISTRO_TEXTOS = {
  "criar-conta": "Criou a conta.",
  "alterar-conta": "Alterou os dados da conta.",
  "alterar-plano": "Alterou o plano da conta.",
  "gerar-api-token": "Gerou um novo token da API.",
  "alterar-api-token": "Alterou um token da API.",
  "girar-api-token": "Girou um token da API.",
  "revogar-api-token": "Encerrou um token da API.",
  "criar-webhook": "Incluiu um webhook.",
  "alterar-webhook": "Alterou um webhook.",
  "excluir-webhook": "Excluiu um webhook.",
  "girar-webhook": "Trocou o segredo de um webhook.",
  "desativar-webhook": "Desativou um webhook que não recebia.",
  entrar: "Entrou no sistema.",
  "entrada-recusada": "Tentou entrar e foi recusado.",
  sair: "Saiu do sistema.",
  "encerrar-sessao": "Encerrou uma sessão.",
  "ligar-segundo-fator": "Ligou a verificação em duas etapas.",
  "desligar-segundo-fator": "Desligou a verificação em duas etapas.",
  "trocar-senha": "Trocou a senha.",
  "pedir-senha": "Pediu uma nova senha.",
  "acesso-recusado": "Pediu o que não lhe é permitido e foi recusado.",
  "criar-usuario": "Incluiu um usuário.",
  "alterar-usuario": "Alterou um usuário.",
  "excluir-usuario": "Excluiu um usuário.",
  "ativar-usuario": "Ativou um usuário.",
  "inativar-usuario": "Inativou um usuário.",
  "convidar-usuario": "Convidou um usuário.",
  "aceitar-convite": "Aceitou o convite.",
  "criar-empresa": "Incluiu uma empresa.",
  "alterar-empresa": "Alterou uma empresa.",
  "excluir-empresa": "Excluiu uma empresa.",
  "enviar-certificado": "Enviou o certificado de uma empresa.",
  "usar-certificado": "Usou o certificado de uma empresa.",
  "criar-caixa": "Incluiu uma caixa de e-mail.",
  "alterar-caixa": "Alterou uma caixa de e-mail.",
  "excluir-caixa": "Excluiu uma caixa de e-mail.",
  "pedir-coleta": "Pediu a coleta de uma caixa de e-mail.",
  "reprocessar-email": "Reprocessou um e-mail.",
  marcar: "Alterou uma marca de um documento.",
  "consultar-sefaz": "Consultou um documento na SEFAZ.",
  manifestar: "Manifestou-se sobre um documento.",
  "liberar-quarentena": "Liberou um documento da quarentena.",
  "retomar-quarentena": "Devolveu um documento à quarentena.",
  exportar: "Pediu uma exportação.",
  "baixar-repositorio": "Pediu um repositório de arquivos.",
  importar: "Enviou arquivos para importação.",
} as const;

/** What of weight was done. */
export type Acao = keyof typeof REGISTRO_TEXTOS;

/** Whether a text is the code of an act. */
export function isAcao(text: string): text is Acao {
  return Object.hasOwn(REGISTRO_TEXTOS, text);
}
