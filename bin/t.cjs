const m=require('node:module'); m.enableCompileCache?.('/tmp/chk/cc5'); require('../dist/bundle/main.cjs').main(process.argv.slice(2)).then(c=>{process.exitCode=c});
