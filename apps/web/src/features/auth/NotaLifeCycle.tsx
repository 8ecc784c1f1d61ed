import { Group } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { signInTexts } from "../../texts/app/sign-in.ts";
import classes from "./auth.module.css";

/** The life cycle of one nota, shown beside the sign-in form. */
export function NotaLifeCycle(): React.JSX.Element {
  const { painel } = signInTexts;
  const [firstLine, secondLine] = painel.titulo;
  return (
    <aside className={classes.panel} aria-label={painel.exemplo}>
      <p className="t-publico">
        {firstLine}
        <br />
        {secondLine}
      </p>
      <Group className={classes.nota} gap={12} mt={16} pb={16}>
        <b>{painel.documento}</b>
        <span className="t-second">{painel.emitente}</span>
        <b className="num">{painel.valor}</b>
      </Group>
      <ol>
        {painel.passos.map(([title, text]) => (
          <li key={title}>
            <IconCheck size={22} stroke={2} aria-hidden="true" />
            <b>{title}</b>
            <span className="t-second">{text}</span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
