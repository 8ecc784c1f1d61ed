/** The parsed command line. */
export type Opcoes =
  | { kind: "ajuda" }
  | { kind: "ler"; caminhos: string[]; json: boolean; ancoras: string | null };
export type UsoErrado = { kind: "uso-errado"; frase: string };

/** Parses the arguments of `npm run dfe --`. The folder of trusted CAs may come from ICP_BRASIL_DIR. */
export function readOpcoes(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Opcoes | UsoErrado {
  const caminhos: string[] = [];
  let json = false;
  let ancoras = env.ICP_BRASIL_DIR || null;
  const waiting = [...args];
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    if (arg === "--") caminhos.push(...waiting.splice(0));
    else if (arg === "--ajuda" || arg === "--help" || arg === "-h") return { kind: "ajuda" };
    else if (arg === "--json") json = true;
    else if (arg === "--ancoras" || arg.startsWith("--ancoras=")) {
      ancoras = arg.slice("--ancoras=".length) || waiting.shift() || "";
      if (ancoras === "") return wrong("Falta a pasta depois de --ancoras.");
    } else if (arg.startsWith("-") && arg !== "-") return wrong(`A opção ${arg} não existe.`);
    else caminhos.push(arg);
  }
  if (caminhos.length === 0) return wrong("Falta dizer que arquivo ou pasta ler.");
  return { kind: "ler", caminhos, json, ancoras };
}

function wrong(frase: string): UsoErrado {
  return { kind: "uso-errado", frase };
}
