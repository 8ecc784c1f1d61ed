import { Menu } from "@mantine/core";
import { IconFileTypePdf, IconFileTypeXml } from "@tabler/icons-react";
import { papelHref, xmlHref } from "../../rpc/arquivos.ts";
import type { Nota } from "../../rpc/queries.ts";
import { PAPEIS, nota as textos } from "../../textos/nota.ts";
import { papel } from "../../textos/papel.ts";
import classes from "./NotaAcoes.module.css";

/** Menu that downloads the files of a document. */
export function BaixarOpcoes(props: {
  nota: Nota;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  return (
    <Menu position="bottom-end" width={240} defaultOpened={props.aberto}>
      <Menu.Target>{props.botao}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={xmlHref(props.nota.id)}
          leftSection={<IconFileTypeXml size={18} stroke={1.6} aria-hidden="true" />}
        >
          {textos.baixarXml}
          <span className={classes.dica}>{textos.baixarXmlDica}</span>
        </Menu.Item>
        <Menu.Item
          component="a"
          href={papelHref(props.nota)}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />}
        >
          {PAPEIS[props.nota.tipoNota]}
          <span className={classes.dica}>{papel.baixarDica}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
