import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { apiTexts } from "../../texts/admin/api.ts";
import { general } from "../../texts/app/general.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import drawerClasses from "../../ui/overlay/SideDrawer.module.css";
import { copyText } from "../../ui/state/copy-text.ts";

const texts = apiTexts.segredo;

/** Shows a new token in full, once. */
export function NewSecret(props: {
  token: string;
  /** The server's message about the token. */
  message: string;
  onCopied: () => void;
  onDone: () => void;
}): React.JSX.Element {
  const { token, message, onCopied, onDone } = props;
  const copySecret = async (): Promise<void> => {
    await copyText(token, general.copiado);
    onCopied();
  };
  return (
    <div className={drawerClasses.form}>
      <div className={drawerClasses.rolo}>
        <Alert tone="feito">{message}</Alert>
        <p className={drawerClasses.texto}>{texts.texto}</p>
        <div>
          <p className="campo-rotulo">{texts.rotulo}</p>
          <code className={`${drawerClasses.chave} mono`} data-segredo>
            {token}
          </code>
        </div>
        <Button
          // The drawer is already open, so its own focus handling has already run.
          autoFocus
          leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void copySecret()}
        >
          {texts.copiar}
        </Button>
      </div>
      <footer className={drawerClasses.pe}>
        <Button variant="default" onClick={onDone}>
          {apiTexts.gaveta.pronto}
        </Button>
      </footer>
    </div>
  );
}
