using System;
using System.Linq;
class Program {}
