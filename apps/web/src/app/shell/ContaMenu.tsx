import { IconChevronDown } from "@tabler/icons-react";
import { lazy } from "react";
import { useAtual } from "../../rpc/atual.ts";
import { geral } from "../../textos/geral.ts";
import { Depois } from "../../ui/Depois.tsx";
import classes from "./ContaMenu.module.css";

const ContaOpcoes = lazy(async () => ({ default: (await import("./ContaOpcoes.tsx")).ContaOpcoes }));

/** The signed-in user's name, with the user menu. */
export function ContaMenu({ onAtalhos }: { onAtalhos: (() => void) | undefined }): React.JSX.Element | null {
  const atual = useAtual();
  if (!atual) return <div className={classes.vazio} />;
  const { usuario } = atual;
  const nome = usuario.nomeCompleto || usuario.nome || usuario.nomeUsuario;
  return (
    <Depois
      botao={
        <button type="button" className={classes.eu} aria-label={geral.menuUsuario(nome)}>
          <span className={classes.retrato} aria-hidden="true">
            {initials(nome)}
          </span>
          <span className={classes.nome}>{nome}</span>
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
      }
    >
      {(botao, aberto) => <ContaOpcoes atual={atual} onAtalhos={onAtalhos} botao={botao} aberto={aberto} />}
    </Depois>
  );
}

/** Initials of the first and last name. */
function initials(nome: string): string {
  const words = nome.split(/[\s.]+/).filter((word) => word !== "");
  const first = words[0]?.charAt(0) ?? "";
  const last = words.length > 1 ? (words[words.length - 1]?.charAt(0) ?? "") : "";
  return `${first}${last}`.toUpperCase();
}
