import { Menu } from "@mantine/core";
import { IconFileTypeXml } from "@tabler/icons-react";
import { xmlHref } from "../../rpc/arquivos.ts";
import { nota as textos } from "../../textos/nota.ts";
import classes from "./NotaAcoes.module.css";

/** The files of a document, in a menu under its button. */
export function BaixarOpcoes(props: {
  notaId: string;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  return (
    <Menu position="bottom-end" width={240} defaultOpened={props.aberto}>
      <Menu.Target>{props.botao}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={xmlHref(props.notaId)}
          leftSection={<IconFileTypeXml size={18} stroke={1.6} aria-hidden="true" />}
        >
          {textos.baixarXml}
          <span className={classes.dica}>{textos.baixarXmlDica}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
