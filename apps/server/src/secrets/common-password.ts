import { foldSenha, isBreached } from "./senhas-vazadas.ts";

/**
 * Words of the most used passwords, unaccented, in lower case: Brazilian ones first, then
 * international ones. With the rules below they cover the few thousand that attackers try first.
 * @source ASVS 5.0 §6.2.4, NIST SP 800-63B §3.1.1.2
 */
const COMMON_WORDS = new Set(
  `
senha senhas minhasenha novasenha senhanova senhaforte senhasegura segredo mudar mudarsenha mudeme trocar trocarsenha alterar acesso entrar
entrada login usuario admin administrador administrator admadm adm root super master mestre chefe gerente diretor sistema sistemas suporte teste
testes testando testar demo padrao inicial provisoria temporaria temp bemvindo bemvinda seja welcome changeme letmein password passwords pass
passwd passe mypassword default guest user usuarios computador internet windows microsoft google gmail hotmail facebook whatsapp instagram
orkut youtube linkedin android iphone samsung motorola nokia apple xbox playstation nintendo minecraft roblox fortnite freefire pokemon naruto
goku sonic mario zelda matrix starwars batman superman spiderman homemaranha ironman vingadores hulk thor wolverine deadpool harrypotter
empresa escritorio contabil contabilidade contador financeiro fiscal notafiscal nota notas nfe sefaz receita compras vendas comercial cliente
fornecedor estoque recepcao secretaria loja mercado matriz filial industria transportadora logistica
brasil brazil brasileiro saopaulo riodejaneiro minasgerais bahia parana santacatarina goias ceara pernambuco curitiba salvador recife fortaleza
brasilia goiania manaus belem campinas santos florianopolis portoalegre belohorizonte portugal lisboa argentina mexico america london paris
flamengo mengao corinthians timao palmeiras verdao saopaulofc tricolor vasco vascodagama gremio internacional inter colorado cruzeiro atletico
galo botafogo fluminense bahiaec sport santosfc futebol football soccer baseball basketball hockey barcelona realmadrid neymar messi ronaldo
ronaldinho pele gabigol liverpool arsenal chelsea manchester
deus jesus jesuscristo cristo deusefiel deusfiel jesusteama senhor jeova familia minhafamilia amor teamo amoreterno meuamor minhavida vida
amorzinho euteamo saudade saudades felicidade feliz alegria esperanca liberdade paz amizade amigos amigo amiga gatinha gatinho princesa princess
lindo linda gostosa gostoso bebe anjo anjinho estrela estrelinha borboleta florzinha flor rosa sol lua azul verde vermelho amarelo preto branco
cachorro gato leao tigre lobo dragao aguia cavalo macaco golfinho tubarao monkey dragon tiger lion wolf eagle horse dolphin shark
iloveyou ilovegod ilovejesus loveyou lovely love lovers sunshine shadow killer hunter ranger soldier trustno trustnoone whatever freedom
forever hello hellokitty secret super superstar starlight summer winter spring autumn flower cookie cookies chocolate banana orange cheese
pepper ginger buster ninja samurai pirate phoenix diamond golden silver purple yellow qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm
azerty mustang corvette ferrari porsche mercedes toyota honda yamaha harley camaro fusca opala chevrolet volkswagen
maria mariana marina ana anapaula anaclara julia juliana luana luiza luisa larissa leticia fernanda fernando camila carolina carol bruna bruno
beatriz bia amanda aline alice adriana adriano alex alexandre alessandra anderson andre andrea andreia angela antonio arthur augusto barbara
bernardo caio carla carlos caroline cesar claudia claudio cristiane cristiano cristina daniel daniela danielle davi david debora denise diego
douglas eduarda eduardo elaine eliane elisangela emanuel enzo erica erika evandro fabiana fabiano fabio felipe flavia flavio francisco gabriel
gabriela gabrielle geovana gilberto giovana giovanna guilherme gustavo heitor helena henrique hugo igor isabel isabela isabella isadora ivan
jaqueline jefferson jessica joana joao joaopedro jorge jose joseph josue juliano julio karina kauan laura leandro leonardo lorena lucas
lucia luciana luciano luis luiz manuela marcela marcelo marcia marcio marco marcos marcus mateus matheus mauricio melissa michele michelle miguel
miriam monica murilo natalia nathalia nicolas nicole otavio pamela patricia paula paulo pedro pedrohenrique priscila rafael rafaela raquel
raul regina renan renata renato ricardo rita roberta roberto robson rodrigo rogerio rosana samuel sandra sara sarah sebastiao sergio silva
silvia simone sofia sophia sonia souza oliveira santana pereira stefany suelen tatiana thais thiago tiago tereza theo valentina valeria vanessa
vera vicente victor vinicius vitor vitoria viviane wagner wellington wesley william yasmin yuri
michael jordan jennifer jessie ashley charlie daniel thomas robert andrew anthony joshua matthew jackson hannah nicole samantha george harley
maggie bailey taylor justin austin brandon chris christian steven richard hunter tigger snoopy pepper sophie oliver
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo
natal carnaval pascoa verao inverno outono primavera january february april june july august september october november december monday friday
`
    .trim()
    .split(/\s+/),
);

/** Sequences: the alphabet, digits, the rows and columns of keyboards. */
const SEQUENCES = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "azertyuiop",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "zaqxswcdevfrbgtnhymjukilop",
  "zaqwsxcderfvbgtyhnmju",
  "147258369",
];

/** Substitutions of letters by digits or signs; each entry is one way to reverse them. */
const SUBSTITUTIONS: readonly Readonly<Record<string, string>>[] = [
  { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i", "|": "l" },
  { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "l", "|": "i" },
];

/** Digits appended to a word without making it another password: a year, a day. */
const TRAILING_DIGITS_MAX = 4;
/** A shorter sequence is chance. */
const SEQUENCE_MIN = 3;

/** Words of the product and its field; a password made only of them is guessable. */
const PRODUCT_WORDS =
  "malote malotes sandbox demonstracao fiscal fiscais nota notas notafiscal eletronica sefaz receita imposto tributo danfe dacte nfe nfce nfse " +
  "cte mdfe dfe xml chave manifesto manifestacao auditor certificado contabil contabilidade contador financeiro compras erp sped empresa conta";
/** Particles between words of a name. */
const PARTICLES = "de da do das dos";
const ALWAYS_KNOWN = [...PRODUCT_WORDS.split(" "), ...PARTICLES.split(" ")];
/** A shorter part of a name is chance. */
const WORD_MIN = 3;

/** The demo password, printed in the README: it opens only demo contas. */
export const DEMO_PASSWORD = "Malote123";

/**
 * Whether attackers try the password first: a breached one, a common word or a keyboard sequence,
 * also with digits, signs, capitals or substitutions. A phrase of several words is not one.
 */
export function isCommonPassword(password: string): boolean {
  const text = foldSenha(password);
  if ([text, ...listVariants(text)].some(isBreached)) return true;
  const letters = text.replace(/[^a-z]/g, "");
  const digits = text.replace(/\D/g, "");
  if (isUsual(letters) && isFiller(digits)) return true;
  return [...listPlainForms(text)].some((core) => core.length > SEQUENCE_MIN && isUsual(core));
}

/**
 * Whether a password consists only of known names, with digits, signs, capitals or substitutions
 * around them.
 * @param names of the user, the conta and its empresas, as stored; words of the product always count
 */
export function isPersonalPassword(password: string, names: readonly string[]): boolean {
  const text = foldSenha(password);
  const known = names.flatMap((name) => foldSenha(name).split(/[^a-z]+/));
  const words = new Set([...known.filter((each) => each.length >= WORD_MIN), ...ALWAYS_KNOWN]);
  const digits = text.replace(/\D/g, "");
  const cores = isFiller(digits) || hasNumber(names, digits) ? [text.replace(/[^a-z]/g, "")] : [];
  return [...cores, ...listPlainForms(text)].some((core) => core.length >= WORD_MIN && isMadeOf(core, words));
}

/** Whether the digits are part of a CNPJ among the names. */
function hasNumber(names: readonly string[], digits: string): boolean {
  return digits !== "" && names.some((name) => name.replace(/\D/g, "").includes(digits));
}

/** Whether a text is a concatenation of words. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const ends = [true];
  for (let end = 1; end <= text.length; end += 1) {
    ends[end] = [...words].some((word) => ends[end - word.length] === true && text.endsWith(word, end));
  }
  return ends[text.length] === true;
}

/** A password without trailing signs, and with its substitutions reversed. */
function listVariants(text: string): string[] {
  const bare = text.replace(/[^\p{L}\p{N}]+$/u, "");
  const tail = /\d*$/.exec(bare)?.[0] ?? "";
  const head = bare.slice(0, bare.length - tail.length);
  return SUBSTITUTIONS.flatMap((substitution) => [
    bare,
    [...head].map((sign) => substitution[sign] ?? sign).join("") + tail,
  ]);
}

/** The letters of a password with substitutions reversed; trailing digits and signs are ignored. */
function* listPlainForms(text: string): Generator<string> {
  for (const substitution of SUBSTITUTIONS) {
    const plain = [...text].map((sign) => substitution[sign] ?? sign).join("");
    for (let tail = 0; tail <= TRAILING_DIGITS_MAX + 1 && tail < text.length; tail += 1) {
      if (/[a-z]/.test(text.slice(text.length - tail))) break;
      yield plain.slice(0, plain.length - tail).replace(/[^a-z]/g, "");
    }
  }
}

/** A common word, once or twice, or a sequence; one or two letters do not count. */
function isUsual(letters: string): boolean {
  const half = letters.slice(0, letters.length / 2);
  return (
    letters.length < SEQUENCE_MIN ||
    COMMON_WORDS.has(letters) ||
    (half + half === letters && COMMON_WORDS.has(half)) ||
    isSequence(letters)
  );
}

function isFiller(digits: string): boolean {
  return digits.length <= TRAILING_DIGITS_MAX || isSequence(digits);
}

/** One repeated character or group, or a sequence, forward or backward. */
function isSequence(text: string): boolean {
  if (text.length < SEQUENCE_MIN) return false;
  if (/^(.{1,4})\1+$/.test(text)) return true;
  const back = [...text].reverse().join("");
  return SEQUENCES.some((sequence) => sequence.includes(text) || sequence.includes(back));
}
