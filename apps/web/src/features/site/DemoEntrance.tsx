import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { isDemo } from "../../rpc/session/demo.ts";
import { demoTexts as texts } from "../../texts/app/sign-in.ts";
import classes from "./site.module.css";

/** On the home page of a demo: one click into its conta. */
export function DemoEntrance(): React.ReactNode {
  if (!isDemo()) return null;
  return (
    <p data-demonstracao className={classes.demo}>
      <Button component={Link} variant="light" to="/login?demonstracao=1">
        {texts.entrar}
      </Button>
      <span className="t-dimmed">{texts.explicacao}</span>
    </p>
  );
}
