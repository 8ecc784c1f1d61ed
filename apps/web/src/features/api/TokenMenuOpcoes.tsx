import { Menu } from "@mantine/core";
import { IconPencil, IconRefresh, IconTrash, type TablerIcon } from "@tabler/icons-react";
import { type ApiToken, revokeApiToken } from "../../rpc/api-token.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { api } from "../../textos/api.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./Api.module.css";
import type { Abertura } from "./ApiAba.tsx";

const textos = api.tokens;

/** The items of the menu of a token. */
export function TokenMenuOpcoes(props: {
  token: ApiToken;
  onAbrir: (abertura: Abertura) => void;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { token, onAbrir, botao, aberto } = props;
  return (
    <Menu position="bottom-end" width={160} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown aria-label={textos.acoes(token.nome)}>
        <Menu.Item leftSection={<Icone de={IconPencil} />} onClick={() => onAbrir({ modo: "editar", token })}>
          {textos.menu.editar}
        </Menu.Item>
        {!token.expirado && (
          <Menu.Item
            leftSection={<Icone de={IconRefresh} />}
            onClick={() => onAbrir({ modo: "girar", token })}
          >
            {textos.menu.girar}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          className={`menu-item ${classes.perigo}`}
          leftSection={<Icone de={IconTrash} />}
          onClick={() => void revoke(token)}
        >
          {textos.menu.revogar}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function revoke({ id, nome }: ApiToken): Promise<void> {
  if (!(await confirmar({ ...textos.revogar(nome), destrutiva: true }))) return;
  try {
    avisar(await revokeApiToken(id));
  } catch (error) {
    avisarFalha(explainFalha(error));
  }
}

function Icone({ de: Desenho }: { de: TablerIcon }): React.JSX.Element {
  return <Desenho size={16} stroke={1.6} aria-hidden="true" />;
}
