/** Sentences about contas, people and their keys, of server and screens alike; those of spec §5, §6 and §8 word for word. */
export const MENSAGENS_DAS_PESSOAS = {
  // spec §5
  captchaObrigatorio: "Informe o Captcha.",
  ufSemValor: "UF deve ter um valor.",
  chavePublicaObrigatoria: "Chave de acesso deve ter um valor..",
  // spec §8
  tokenSenhaInvalido: "Token de configuração inválido. Solicite nova reinicialização de senha!",
  tokenConviteInvalido: "Token de inicialização inválido. Solicite novo convite!",
  erroConfigurandoConta: "Erro configurando conta.",
  conviteNaoEnviado: "Convite não foi enviado.",
  // spec §8: success, in words of our own
  contatoEnviado: "Mensagem enviada. Responderemos no e-mail que você informou.",
  contaCriada: "Conta criada. Abra o e-mail que enviamos para confirmar e escolher a sua senha.",
  apiTokenGerado: "Token gerado. Copie-o agora: ele não será mostrado de novo.",
  conviteEnviado: "Convite enviado.",
  usuarioAtivado: "Usuário ativado.",
  usuarioInativado: "Usuário inativado.",
  senhaRedefinida: "Senha redefinida. Entre com a senha nova.",
  conviteAceito: "Senha criada. Entre para começar.",
  redefinicaoEnviada:
    "Se o endereço estiver em alguma conta, enviamos para ele o link da senha nova. O link vale por 1 hora.",
  // campos
  textoEmBranco: "Preencha este campo.",
  ufInvalida: "Esta UF não existe.",
  senhaFraca: "A senha precisa de pelo menos 8 caracteres, com letra e número.",
  senhaComum: "Esta senha é uma das mais usadas e fácil de adivinhar. Escolha outra.",
  senhaAtualObrigatoria: "Digite a sua senha atual.",
  senhaAtualErrada: "A senha atual não confere.",
  senhasDiferentes: "As duas senhas não são iguais.",
  emailInvalido: "Este e-mail não parece completo. Confira.",
  identificadorEmBranco: "Identificador deve ter um valor.",
  identificadorComEspacos: "O identificador não leva espaços.",
  identificadorCaracteres: "Use de 3 a 40 letras sem acento, números, ponto, hífen ou sublinhado.",
  identificadorEmUso: "Este identificador já é de outra conta.",
  identificadorDoSandbox: "A conta de demonstração não muda de identificador.",
  nomeUsuarioComEspacos: "O nome de usuário não leva espaços.",
  nomeUsuarioCaracteres: "Use de 3 a 40 letras sem acento, números, ponto, hífen ou sublinhado.",
  nomeUsuarioEmUso: "Já há um usuário com este nome na conta.",
  captchaInvalido: "A verificação expirou ou já foi usada. Marque a caixa de novo.",
  // entrada
  codigoObrigatorio: "Digite o código do seu aplicativo autenticador.",
  codigoErrado: "O código não confere. Confira a hora do aparelho e digite o código atual.",
  segundoFatorNaoIniciado: "Comece de novo: o código do aplicativo ainda não foi gerado.",
  segundoFatorJaAtivo: "O segundo fator já está ligado. Desligue-o para trocar de aparelho.",
  sessaoNaoEncontrada: "Sessão não encontrada.",
  // usuários
  usuarioNaoEncontrado: "Usuário não encontrado.",
  usuarioProprietario: "O proprietário da conta não pode ser excluído, inativado nem rebaixado.",
  usuarioProprio: "Você não pode excluir, inativar nem rebaixar a si mesmo.",
  usuarioSoProprio: "Só a própria pessoa muda a senha dela. Envie um link de senha nova.",
  usuarioDoProprietario: "Só o proprietário muda o cadastro dele.",
  usuarioJaAtivado: "Este usuário já entrou. Se perdeu a senha, envie um link de senha nova.",
  usuariosDemais: "A conta já tem {limite} usuários, o máximo.",
  usuarioGerenteRestrito: "Um administrador vê todas as empresas. Deixe-o sem restrição.",
  // limites
  muitosConvites: "Muitos convites em pouco tempo. Aguarde {minutos} min.",
  muitasContas: "Muitas contas abertas deste endereço. Aguarde {minutos} min.",
  muitosContatos: "Muitas mensagens deste endereço. Aguarde {minutos} min.",
  muitosPedidosSenha: "Muitos pedidos em pouco tempo. Aguarde {minutos} min.",
  muitosDownloads: "Muitos downloads deste endereço. Aguarde {minutos} min.",
  // download público
  downloadPublicoNaoEncontrado: "Nenhum documento disponível com esta chave de acesso.",
  downloadPublicoExpirado: "O link do documento expirou. Faça a verificação de novo.",
  chaveInvalida: "Esta chave de acesso não existe. Confira os 44 caracteres.",
  // busca e painel
  buscaCurta: "Digite ao menos {min} caracteres.",
  periodoLongo: "O período vai até {dias} dias. Escolha um menor.",
} as const;
