import { Group } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { signInTexts } from "../../texts/app/sign-in.ts";
import classes from "./auth.module.css";

/** The life cycle of one nota, shown beside the sign-in form. */
export function NotaLifeCycle(): React.JSX.Element {
  const { painel } = signInTexts;
  return (
    <aside className={classes.panel} aria-label={painel.exemplo}>
      <div>
        <p className={classes.heading}>{painel.titulo.join("\n")}</p>
        <Group className={classes.nota} gap={12} mt={40} mb={24} pb={16}>
          <b>{painel.documento}</b>
          <span className={classes.quiet}>{painel.emitente}</span>
          <b className="num">{painel.valor}</b>
        </Group>
        <ol>
          {painel.passos.map(([title, text]) => (
            <li key={title}>
              <span className={classes.tick} aria-hidden="true">
                <IconCheck size={14} stroke={2} />
              </span>
              <b>{title}</b>
              <span className={classes.quiet}>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
