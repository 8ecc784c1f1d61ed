/** Sentences about contas, users and their keys, on server and screens; those of spec §5, §6 and §8 word
 * for word. */
export const PEOPLE_MESSAGES = {
  // spec §5
  captchaObrigatorio: "Informe o Captcha.",
  ufSemValor: "UF deve ter um valor.",
  chavePublicaObrigatoria: "Chave de acesso deve ter um valor..",
  // spec §8
  acessoRestrito: "Acesso restrito.",
  tokenSenhaInvalido: "Token de configuração inválido. Solicite nova reinicialização de senha!",
  tokenConviteInvalido: "Token de inicialização inválido. Solicite novo convite!",
  erroConfigurandoConta: "Erro configurando conta.",
  conviteNaoEnviado: "Convite não foi enviado.",
  // tokens da API
  escopoAusente: "Acesso restrito: este token da API não tem o escopo {escopo}.",
  apiTokenNaoEncontrado: "Token da API não encontrado.",
  apiTokensDemais: "A conta já tem {limite} tokens, o máximo. Revogue um que não use mais.",
  apiTokenSemEscopo: "Escolha ao menos um escopo.",
  apiTokenSemEmpresa: "Escolha ao menos uma empresa, ou todas.",
  apiTokenNomeEmUso: "Já há um token com este nome.",
  apiTokenExpirado: "Este token expirou. Mude a validade dele ou crie outro.",
  apiTokenGerenteRestrito:
    "Um token com o escopo admin vale para a conta inteira e não pode ser limitado a algumas empresas.",
  apiTokenValidade: "A validade deve ficar entre hoje e {limite}.",
  apiTokenSalvo: "Token salvo.",
  apiTokenRevogado: "Token revogado. Ele não funciona mais.",
  // spec §8: success sentences, which the specification does not quote
  contatoEnviado: "Mensagem enviada. Responderemos no e-mail que você informou.",
  contaCriada: "Conta criada. Abra o e-mail que enviamos para confirmar e escolher a sua senha.",
  apiTokenGerado: "Token gerado. Copie-o agora: ele não será mostrado de novo.",
  conviteEnviado: "Convite enviado.",
  usuarioAtivado: "Usuário ativado.",
  usuarioInativado: "Usuário inativado.",
  senhaRedefinida: "Senha redefinida. Entre com a nova senha.",
  conviteAceito: "Senha criada. Entre para começar.",
  redefinicaoEnviada:
    "Se este e-mail estiver cadastrado em alguma conta, enviamos para ele um link para criar uma nova senha. O link vale por 1 hora.",
  // campos
  textoLongo: "Este texto passa do limite. Escreva um mais curto.",
  valorInvalido: "Confira este valor.",
  textoEmBranco: "Preencha este campo.",
  nomeComEndereco: "Escreva só o nome, sem endereço de site nem de e-mail.",
  nomeComQuebra: "Escreva o nome em uma linha só, sem caracteres invisíveis.",
  ufInvalida: "Esta UF não existe.",
  senhaFraca: "A senha precisa de pelo menos 8 caracteres, com letra e número.",
  senhaComum:
    "Esta senha é uma das mais usadas ou já vazou de outro site, e é fácil de adivinhar. Escolha outra.",
  senhaPessoal:
    "Esta senha usa o seu nome, o usuário, a empresa ou a palavra Malote, e é fácil de adivinhar. Escolha outra.",
  senhaAtualObrigatoria: "Digite a sua senha atual.",
  senhaAtualErrada: "A senha atual não confere.",
  senhasDiferentes: "As duas senhas não são iguais.",
  emailInvalido: "Este e-mail não parece completo. Confira.",
  identificadorEmBranco: "Identificador deve ter um valor.",
  identificadorComEspacos: "O identificador não pode ter espaços.",
  identificadorCaracteres: "Use de 3 a 40 letras sem acento, números, ponto, hífen ou sublinhado.",
  identificadorComSite: "O identificador não pode parecer um endereço de site. Tire o final, como .com.",
  identificadorEmUso: "Este identificador já é de outra conta.",
  contaNaoEncontrada: "Não há conta com este identificador.",
  identificadorDoSandbox: "A conta de demonstração não muda de identificador.",
  nomeUsuarioComEspacos: "O nome de usuário não pode ter espaços.",
  nomeUsuarioCaracteres: "Use de 3 a 40 letras sem acento, números, ponto, hífen ou sublinhado.",
  nomeUsuarioComSite: "O nome de usuário não pode parecer um endereço de site. Tire o final, como .com.",
  nomeUsuarioEmUso: "Já há um usuário com este nome na conta.",
  captchaInvalido: "A verificação expirou ou já foi usada. Marque “Não sou um robô” de novo.",
  captchaSemAcao: "Informe a ação do captcha: criar-conta, contato ou download.",
  // entrada
  codigoObrigatorio: "Digite o código do seu aplicativo autenticador.",
  codigoErrado: "Código incorreto. Confira a hora do aparelho e digite o código atual.",
  segundoFatorNaoIniciado: "Comece de novo: o código do aplicativo ainda não foi gerado.",
  segundoFatorJaAtivo: "O segundo fator já está ligado. Desligue-o para trocar de aparelho.",
  sessaoNaoEncontrada: "Sessão não encontrada.",
  reautenticacaoNecessaria: "Confirme que é você para continuar: você entrou há mais de 15 minutos.",
  reautenticacaoUmaProva: "Envie só um deles: a senha, o código ou a passkey.",
  passkeyObrigatoria: "Confirme com a sua passkey, ou digite um código do segundo fator.",
  passkeyErrada:
    "A passkey não foi aceita. Tente de novo; se ela foi removida ou é de outra conta, entre com a senha.",
  passkeyIndisponivel:
    "Passkeys não funcionam neste endereço: o navegador exige um nome de domínio com HTTPS e não aceita endereço IP.",
  passkeysDemais: "Você já tem {limite} passkeys, o máximo. Remova uma que não use mais.",
  passkeyRepetida: "Esta passkey já está cadastrada.",
  passkeyNaoEncontrada: "Passkey não encontrada.",
  muitasPasskeys: "Muitas tentativas com passkey deste endereço. Aguarde {minutos} min.",
  manifestacaoSemSegundoFator:
    "Nesta conta só manifesta quem tem o segundo fator ligado. Ligue-o em Minha conta e tente de novo.",
  // usuários
  usuarioNaoEncontrado: "Usuário não encontrado.",
  usuarioProprietario: "O proprietário da conta não pode ser excluído nem inativado.",
  usuarioProprio: "Você não pode excluir nem inativar a si mesmo.",
  usuarioProprietarioSai:
    "Você é o proprietário da conta e não pode sair dela. Para encerrar a conta, escreva para o Malote em Contato.",
  usuarioNaoConfere: "Confirme com o seu próprio nome de usuário.",
  meusDadosApagados: "Seus dados pessoais foram apagados e seu acesso terminou.",
  usuarioSoProprio: "Só o próprio usuário muda a senha dele. Envie um link de nova senha.",
  usuarioJaAtivado: "Este usuário já ativou o acesso. Se ele perdeu a senha, envie um link de nova senha.",
  usuariosDemais: "A conta já tem {limite} usuários, o máximo.",
  usuarioGerenteRestrito: "Um administrador vê todas as empresas. Desmarque “Só algumas empresas”.",
  // empresas comprovadas pelo operador
  cnpjDesconhecido: "A conta não tem empresa com este CNPJ.",
  dominioInvalido: "Escreva só o domínio, como empresa.com.br.",
  dominioDeProvedor:
    "{dominio} é de um provedor de e-mail: qualquer pessoa pode ter um endereço nele, e por isso ele não comprova nenhuma empresa.",
  produtoRestrito: "Só quem opera o Malote vê todas as contas.",
  // limites
  muitosConvites: "Muitos convites em pouco tempo. Aguarde {minutos} min.",
  muitosIdentificadores: "Muitas trocas de identificador em pouco tempo. Aguarde {minutos} min.",
  muitasContas: "Muitas contas abertas deste endereço. Aguarde {minutos} min.",
  muitosContatos: "Muitas mensagens deste endereço. Aguarde {minutos} min.",
  muitosPedidosSenha: "Muitos pedidos em pouco tempo. Aguarde {minutos} min.",
  muitosDownloads: "Muitos downloads deste endereço. Aguarde {minutos} min.",
  muitasVerificacoes: "Muitas verificações deste endereço. Aguarde {minutos} min.",
  // download público
  downloadPublicoNaoEncontrado: "Nenhum documento disponível com esta chave de acesso.",
  downloadPublicoSoPapel:
    "Este documento foi {situacao}, e o XML não mostra isso. Baixe o PDF, que traz o carimbo.",
  downloadPublicoExpirado: "O link do documento expirou. Faça a verificação de novo.",
  chaveInvalida: "Chave de acesso inválida. Confira os 44 caracteres.",
  // busca e painel
  buscaCurta: "Digite ao menos {min} caracteres.",
  periodoLongo: "O período pode ter até {dias} dias. Escolha um menor.",
  painelLinhasDemais: "São mais de {limite} linhas. Escolha uma empresa ou um período menor.",
} as const;
