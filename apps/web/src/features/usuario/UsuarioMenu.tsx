import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { Usuario } from "../../rpc/usuarios.ts";
import { usuarios as textos } from "../../textos/usuarios.ts";
import { Depois } from "../../ui/Depois.tsx";
import type { UsuarioAcoes } from "./acoes.ts";

const UsuarioMenuOpcoes = lazy(async () => ({
  default: (await import("./UsuarioMenuOpcoes.tsx")).UsuarioMenuOpcoes,
}));

/** The menu of a user behind three dots, for managers; its items load after the page. */
export function UsuarioMenu(props: {
  usuario: Usuario;
  eu: boolean;
  acoes: UsuarioAcoes;
}): React.JSX.Element {
  return (
    <Depois
      botao={
        <button type="button" className="icone" aria-label={textos.acoes(props.usuario.nome)}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(botao, aberto) => <UsuarioMenuOpcoes {...props} botao={botao} aberto={aberto} />}
    </Depois>
  );
}
