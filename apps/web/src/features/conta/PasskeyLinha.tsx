import { formatDataHora } from "@malote/syntax";
import { Button } from "@mantine/core";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import type { Passkey } from "../../rpc/minha-conta.ts";
import { passkeys as textos } from "../../textos/passkeys.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatHa } from "../../ui/quando.ts";
import { avisarFalha } from "../../ui/toast.tsx";
import classes from "./Painel.module.css";

/** One passkey: name, creation and last use. */
export function PasskeyLinha(props: {
  passkey: Passkey;
  onRenomear: () => void;
  onRemover: () => Promise<void>;
}): React.JSX.Element {
  const { passkey, onRenomear, onRemover } = props;
  const { nome, criadaEm, usadaEm, sincronizada } = passkey;
  const zona = useZona();
  const agora = useAgora();
  const sobre = [
    usadaEm ? textos.usada(formatHa(usadaEm, agora, zona)) : textos.nunca,
    ...(criadaEm ? [textos.cadastrada(formatDataHora(criadaEm, zona))] : []),
    ...(sincronizada ? [textos.sincronizada] : []),
  ];
  const remove = (): void => {
    onRemover().catch((error: unknown) => avisarFalha(explainFalha(error)));
  };
  return (
    <li>
      <div>
        <p>{nome}</p>
        <p>{sobre.join(", ")}</p>
      </div>
      <div className={classes.botoes}>
        <Button variant="subtle" onClick={onRenomear} aria-label={textos.renomearDe(nome)}>
          {textos.renomear}
        </Button>
        <Button variant="subtle" onClick={remove} aria-label={textos.removerDe(nome)}>
          {textos.remover}
        </Button>
      </div>
    </li>
  );
}
