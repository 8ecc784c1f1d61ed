import { MODELOS } from "@malote/syntax";
import { Menu } from "@mantine/core";
import { IconFileTypePdf, IconFileTypeXml } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { printedFormHref, xmlHref } from "../../../rpc/files/file-urls.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { printedFormTexts } from "../../../texts/nota/printed-form.ts";
import classes from "./NotaActions.module.css";

/** Menu that downloads the files of a document. */
export function DownloadMenu(props: { nota: Nota; trigger: React.ReactElement }): React.JSX.Element {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>{props.trigger}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={xmlHref(props.nota.id)}
          leftSection={<IconFileTypeXml size={18} stroke={1.6} aria-hidden="true" />}
        >
          {texts.baixarXml}
          <span className={classes.dica}>{texts.baixarXmlDica}</span>
        </Menu.Item>
        <Menu.Item
          component="a"
          href={printedFormHref(props.nota)}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />}
        >
          {MODELOS[props.nota.tipoNota].printedForm.nome}
          <span className={classes.dica}>{printedFormTexts.baixarDica}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
