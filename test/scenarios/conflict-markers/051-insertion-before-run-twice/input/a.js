import first from "first";
import second from "second";
start();
